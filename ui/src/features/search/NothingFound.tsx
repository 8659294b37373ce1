import type { Uri } from "../../api/operations";
import type { TagData } from "../../api/types";
import { Chip } from "../../design/Chip";
import chips from "../../design/ChipRow.module.css";
import { EmptyState } from "../../design/EmptyStates";
import { cx } from "../../lib/classes";
import { paths } from "../../lib/paths";
import { CONTENT_NOTES } from "../scenarios/public";
import { tagKey } from "../tags/public";
import type { TaggedKey } from "./api";
import type { Names } from "./copy";
import s from "./NothingFound.module.css";
import {
  change,
  emptySearch,
  filterCount,
  type SearchState,
  searchPath,
  withNote,
  withTag,
} from "./searchState";
import { useHiding } from "./useHiding";

const SUGGESTED_TAGS = 6;

interface NothingFoundProps {
  state: SearchState;
  /** The list that came back empty; null for one that nothing is hidden from. */
  tagged: Uri<TaggedKey> | null;
  noun: string;
  popular: readonly TagData[];
  names: Names;
}

/** An empty list: what could be loosened, one step at a time, and where else to go. */
export function NothingFound({ state, tagged, noun, popular, names }: NothingFoundProps) {
  const hiding = useHiding(tagged);
  const filters = filterCount(state);
  return (
    <EmptyState
      title={state.text === "" ? `No ${noun} found` : `No ${noun} for “${state.text}”`}
      action={
        <ul className={cx(chips.row, s.steps)} aria-label="Suggestions">
          {filters > 0 && state.text !== "" && (
            <li>
              <Chip href={searchPath(change(emptySearch, { tab: state.tab, text: state.text }))}>
                Remove all filters
              </Chip>
            </li>
          )}
          {[...state.tags, ...state.without].map((key) => (
            <li key={key}>
              <Chip href={searchPath(withTag(state, key, "off"))}>
                {state.tags.includes(key) ? "Remove" : "Allow"} “{names.tag(key)}”
              </Chip>
            </li>
          ))}
          {state.withoutNotes.map((note) => (
            <li key={note}>
              <Chip href={searchPath(withNote(state, note, false))}>Allow “{CONTENT_NOTES[note]}”</Chip>
            </li>
          ))}
          {state.author !== "" && (
            <li>
              <Chip href={searchPath(change(state, { author: "" }))}>By any author</Chip>
            </li>
          )}
          {filters === 0 &&
            popular.slice(0, SUGGESTED_TAGS).map((tag) => (
              <li key={tag.id}>
                <Chip href={searchPath(change(emptySearch, { tags: [tagKey(tag)] }))}>{tag.displayName}</Chip>
              </li>
            ))}
        </ul>
      }
    >
      <p className={s.why} role="status">
        {hiding !== null ? (
          <>
            There are {noun} like this, but{" "}
            {hiding.length === 0 ? "they contain what you hide" : "you’ve blocked "}
            {hiding.map(({ id, displayName }, at) => (
              <span key={id}>
                {at > 0 && (at === hiding.length - 1 ? " and " : ", ")}
                <b dir="auto">{displayName}</b>
              </span>
            ))}
            .{" "}
            <a className="text-link" href={paths.profileSection("content")}>
              {hiding.length === 0 ? "Change what you hide" : "Change blocked tags"}
            </a>
          </>
        ) : filters > 0 ? (
          `No ${noun} match all these filters. Remove one.`
        ) : (
          "Try fewer or different words, or try one of these."
        )}
      </p>
    </EmptyState>
  );
}
