import type { TagData } from "../../api/types";
import { Chip } from "../../design/Chip";
import { EmptyState } from "../../design/States";
import { tagKey } from "../tags/public";
import { change, emptySearch, filterCount, type SearchState, searchPath, withTag } from "./searchState";
import type { Names } from "./texts";

const SUGGESTED_TAGS = 6;

interface NothingFoundProps {
  state: SearchState;
  noun: string;
  popular: readonly TagData[];
  names: Names;
}

/** An empty list: what could be loosened, one step at a time, and where else to go. */
export function NothingFound({ state, noun, popular, names }: NothingFoundProps) {
  const filters = filterCount(state);
  return (
    <EmptyState
      title={state.text === "" ? `No ${noun} found` : `No ${noun} for “${state.text}”`}
      action={
        <ul className="offered nothing-steps" aria-label="Suggestions">
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
      {filters > 0
        ? `No ${noun} match all these filters. Remove one.`
        : "Try fewer or different words, or try one of these."}
    </EmptyState>
  );
}
