import { Icon } from "../../design/Icon";
import { VisuallyHidden } from "../../design/VisuallyHidden";
import { cx } from "../../lib/classes";
import { CONTENT_NOTES } from "../scenarios/public";
import s from "./ChosenFilters.module.css";
import type { Names } from "./copy";
import {
  change,
  filterCount,
  type SearchState,
  searchPath,
  tagChoice,
  withNote,
  withTag,
} from "./searchState";

/** The filters in force, above the results: each can be turned round or taken away with one press. */
export function ChosenFilters({ state, names }: { state: SearchState; names: Names }) {
  if (filterCount(state) === 0) return null;
  return (
    <ul className={s.chosen} aria-label="Active filters">
      {[...state.tags, ...state.without].map((key) => (
        <ChosenTag key={key} state={state} tag={key} name={names.tag(key)} />
      ))}
      {state.withoutNotes.map((note) => (
        <li key={note} className={cx(s.tag, s.without)}>
          <span className={s.label}>
            <Icon name="minus" />
            <VisuallyHidden>Excluding </VisuallyHidden>
            <span>{CONTENT_NOTES[note]}</span>
          </span>
          <RemoveLink href={searchPath(withNote(state, note, false))} name={CONTENT_NOTES[note]} />
        </li>
      ))}
      {state.author !== "" && (
        <li className={s.tag}>
          <span className={s.label}>
            <Icon name="user" />
            <VisuallyHidden>Author </VisuallyHidden>
            <span dir="auto">{names.author}</span>
          </span>
          <RemoveLink href={searchPath(change(state, { author: "" }))} name={names.author} />
        </li>
      )}
      {filterCount(state) > 1 && (
        <li>
          <a
            className="more-link"
            href={searchPath(change(state, { tags: [], without: [], withoutNotes: [], author: "" }))}
            data-keep-scroll
          >
            Clear all
          </a>
        </li>
      )}
    </ul>
  );
}

/** A chosen tag: its name turns with into without and back, the cross takes it away. */
function ChosenTag({ state, tag, name }: { state: SearchState; tag: string; name: string }) {
  const wanted = tagChoice(state, tag) === "with";
  return (
    <li className={wanted ? s.tag : cx(s.tag, s.without)}>
      <a
        href={searchPath(withTag(state, tag, wanted ? "without" : "with"))}
        aria-label={
          wanted ? `Including ${name}. Exclude it instead` : `Excluding ${name}. Include it instead`
        }
        data-keep-scroll
      >
        <Icon name={wanted ? "plus" : "minus"} />
        <span dir="auto">{name}</span>
      </a>
      <RemoveLink href={searchPath(withTag(state, tag, "off"))} name={name} />
    </li>
  );
}

function RemoveLink({ href, name }: { href: string; name: string }) {
  return (
    <a className={s.remove} href={href} aria-label={`Remove ${name}`} data-keep-scroll>
      <Icon name="close" />
    </a>
  );
}
