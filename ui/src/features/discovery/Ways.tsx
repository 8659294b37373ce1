import { Chip } from "../../design/Chip";
import { moveAlongRow } from "../../design/rovingFocus";
import { paths } from "../../lib/paths";
import { SearchForm } from "../search/public";
import s from "./Ways.module.css";

/** Spec 2.4: the popular tags, in its order. */
export const POPULAR_TAGS = [
  "Furry",
  "Futanari",
  "Gay",
  "Lesbian",
  "Dominant",
  "Romance",
  "Submissive",
] as const;

const onKeyDown = moveAlongRow("a");

/** Ways into the catalogue: the search field and the popular tags. */
export function Ways() {
  return (
    <>
      <div className={s.search}>
        <SearchForm label="Search scenarios" placeholder="A haunted pier, a slow romance…" />
      </div>
      <nav aria-label="Popular tags">
        <ul className={s.chips} onKeyDown={onKeyDown}>
          {POPULAR_TAGS.map((tag) => (
            <li key={tag}>
              <Chip href={paths.search({ search: tag })}>{tag}</Chip>
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}
