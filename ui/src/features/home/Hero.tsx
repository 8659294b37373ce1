import { useSession } from "../../api/session";
import { LinkButton } from "../../design/Button";
import { Chip } from "../../design/Chip";
import { Icon } from "../../design/Icon";
import { Picture } from "../../design/Picture";
import { walkAlong } from "../../design/walk";
import { paths } from "../../lib/paths";
import { SearchForm } from "../search/public";

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

const walk = walkAlong("a");

/** The opening of the house: one line, the search field, a few ways in, and three lit pictures on a wide screen. */
export function Hero({ pictures }: { pictures: readonly string[] }) {
  const { viewer } = useSession();
  return (
    <section className="hero">
      <div className="wrap hero-grid">
        <div className="hero-text">
          <h1 className="serif hero-title">The lights go down. You have the first line.</h1>
          <p className="hero-lead">
            Choose a scenario, take a part, and play it out with characters who answer back.
          </p>
          <div className="hero-search">
            <SearchForm label="Search scenarios" placeholder="A haunted pier, a slow romance…" />
          </div>
          <nav aria-label="Popular tags">
            <ul className="hero-chips" onKeyDown={walk}>
              {POPULAR_TAGS.map((tag) => (
                <li key={tag}>
                  <Chip href={paths.search({ search: tag })}>{tag}</Chip>
                </li>
              ))}
            </ul>
          </nav>
          {viewer !== null && (
            <p className="hero-dashboard">
              <LinkButton href={paths.dashboard}>
                <Icon name="dashboard" />
                Dashboard
              </LinkButton>
              <LinkButton href={paths.stories}>
                <Icon name="book" />
                Your stories
              </LinkButton>
            </p>
          )}
        </div>
        {pictures.length > 0 && (
          <div className="fan hero-fan" aria-hidden="true">
            {pictures.slice(0, 3).map((src) => (
              <span className="poster fan-poster" key={src}>
                <Picture src={src} alt="" width={300} height={450} />
              </span>
            ))}
          </div>
        )}
      </div>
    </section>
  );
}
