import type { ReactNode } from "react";
import type { TagData } from "../../api/types";
import { Button } from "../../design/Button";
import chips from "../../design/ChipRow.module.css";
import { Icon } from "../../design/Icon";
import { cx } from "../../lib/classes";
import { navigate } from "../../lib/navigation";
import { ALL_NOTES, CONTENT_NOTES } from "../scenarios/public";
import { TagInput, tagKey } from "../tags/public";
import { ORDERS } from "./copy";
import s from "./Filters.module.css";
import { MAX_AUTHOR } from "./limits";
import {
  change,
  emptySearch,
  filterCount,
  type SearchState,
  searchPath,
  sortApplies,
  tagChoice,
  withNote,
  withTag,
} from "./searchState";
import { useAddressValue } from "./useAddressValue";

/** Popular tags that are offered beside the chosen ones. */
const OFFERED_TAGS = 14;

interface FiltersProps {
  state: SearchState;
  popular: readonly TagData[];
  /** The id of the search form: the author field belongs to it. */
  formId: string;
}

/** Order, tags and author. A fold on narrow screens, a column beside the results on wide ones; all of it links. */
export function Filters({ state, popular, formId }: FiltersProps) {
  const count = filterCount(state);
  const chosen = [...state.tags, ...state.without];
  const offered = popular.filter(
    (tag) => tagChoice(state, tagKey(tag)) === "off" && tagChoice(state, tag.id) === "off",
  );
  return (
    <details className={s.filters}>
      <summary className="btn btn-plain">
        <Icon name="filter" />
        {state.tab === "scenarios" ? "Sort and filter" : "Filters"}
        {count > 0 && <span className={s.count}>{count}</span>}
      </summary>
      <div className={s.body}>
        {state.tab === "scenarios" && (
          <FilterGroup title="Sort by">
            {sortApplies(state) ? (
              <ul className={s.orders}>
                {ORDERS.map(({ sort, label }) => (
                  <li key={label}>
                    <a
                      href={searchPath(change(state, { sort }))}
                      aria-current={state.sort === sort ? "true" : undefined}
                      data-keep-scroll
                    >
                      {label}
                    </a>
                  </li>
                ))}
              </ul>
            ) : (
              <p className={s.hint}>
                {state.text === ""
                  ? "The author’s most popular first."
                  : "Best match first. Clear the search to sort."}
              </p>
            )}
          </FilterGroup>
        )}
        <FilterGroup title="Tags">
          <TagInput
            label="Add a tag"
            placeholder="Add a tag…"
            except={chosen}
            onChoose={(tag) =>
              navigate(searchPath(withTag(state, tagKey(tag), "with")), { keepScroll: true })
            }
          />
          <ul className={cx(chips.row, s.popular)} aria-label="Popular tags">
            {offered.slice(0, OFFERED_TAGS).map((tag) => (
              <li key={tag.id}>
                <a
                  className="chip chip-sm"
                  href={searchPath(withTag(state, tagKey(tag), "with"))}
                  data-keep-scroll
                >
                  {tag.displayName}
                </a>
              </li>
            ))}
          </ul>
          <a className="more-link" href={searchPath({ ...emptySearch, tab: "tags" })}>
            All tags
          </a>
        </FilterGroup>
        {state.tab === "scenarios" && <NoteFilters state={state} />}
        {state.tab === "scenarios" && (
          <FilterGroup title="Author">
            <AuthorField author={state.author} formId={formId} />
          </FilterGroup>
        )}
      </div>
    </details>
  );
}

function FilterGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={s.group}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** Content that no result may have; folded, for the list is long and few look for it. */
function NoteFilters({ state }: { state: SearchState }) {
  const left = ALL_NOTES.filter((note) => !state.withoutNotes.includes(note));
  if (left.length === 0) return null;
  return (
    <details className={s.notes}>
      <summary>
        <h2>Exclude content</h2>
        <Icon name="down" />
      </summary>
      <p className={s.hint}>Leaves out what authors say they contain.</p>
      <ul className={chips.row} aria-label="Content to exclude">
        {left.map((note) => (
          <li key={note}>
            <a
              className="chip chip-sm"
              href={searchPath(withNote(state, note, true))}
              rel="nofollow"
              data-keep-scroll
            >
              {CONTENT_NOTES[note]}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Narrows the search to one author; belongs to the search form, wherever it stands. */
function AuthorField({ author, formId }: { author: string; formId: string }) {
  const field = useAddressValue(author);
  return (
    <div className={s.author}>
      <input
        ref={field}
        className="field"
        form={formId}
        name="author"
        aria-label="Author’s name"
        placeholder="A name…"
        defaultValue={author}
        maxLength={MAX_AUTHOR}
        autoComplete="off"
        dir="auto"
      />
      <Button type="submit" form={formId} aria-label="Show this author">
        <Icon name="arrow" />
      </Button>
    </div>
  );
}
