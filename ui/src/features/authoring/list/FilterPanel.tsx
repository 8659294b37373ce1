import { type ReactNode, useState } from "react";
import { readUri } from "../../../api/address";
import { useApi } from "../../../api/query";
import { reads } from "../../../api/reads";
import { Button } from "../../../design/Button";
import chips from "../../../design/ChipRow.module.css";
import { compact } from "../../../lib/format";
import s from "./FilterPanel.module.css";
import {
  chosenFilters,
  type Filters,
  NO_FILTERS,
  ORIGINS,
  pathOf,
  RATINGS,
  STATES,
  type View,
  withTagTurned,
} from "./view";

/** Tags that are offered before all are asked for. */
const OFFERED_TAGS = 16;

/** Everything that narrows the shelf down, as links: a press turns a filter on or off. */
export function FilterPanel({ id, view }: { id: string; view: View }) {
  return (
    <section className={s.panel} id={id} aria-label="Filters">
      <Group title="State">
        <Choices table={STATES} chosen={view.state} change={(state) => ({ state })} view={view} />
      </Group>
      <Group title="Age rating">
        <Choices table={RATINGS} chosen={view.rating} change={(rating) => ({ rating })} view={view} />
      </Group>
      <Group title="Origin">
        <Choices table={ORIGINS} chosen={view.origin} change={(origin) => ({ origin })} view={view} />
      </Group>
      <Tags view={view} />
      {chosenFilters(view).length > 0 && (
        <a className="more-link" href={pathOf({ ...view, ...NO_FILTERS })} data-keep-scroll>
          Clear all filters
        </a>
      )}
    </section>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={s.group}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

interface ChoicesProps<Key extends string> {
  table: Readonly<Record<Key, string>>;
  chosen: Key | null;
  change: (to: Key | null) => Partial<Filters>;
  view: View;
}

/** One of a few, or none of them. */
function Choices<Key extends string>({ table, chosen, change, view }: ChoicesProps<Key>) {
  return (
    <ul className={chips.row}>
      {(Object.keys(table) as Key[]).map((key) => (
        <li key={key}>
          <FilterLink on={key === chosen} to={{ ...view, ...change(key === chosen ? null : key) }}>
            {table[key]}
          </FilterLink>
        </li>
      ))}
    </ul>
  );
}

function FilterLink({ on, to, children }: { on: boolean; to: View; children: ReactNode }) {
  return (
    <a
      className={on ? "chip chip-sm chip-on" : "chip chip-sm"}
      href={pathOf(to)}
      aria-current={on ? "true" : undefined}
      data-keep-scroll
    >
      {children}
    </a>
  );
}

/** The tags of one's own scenarios; a scenario must have all that are chosen. */
function Tags({ view }: { view: View }) {
  const tags = useApi(readUri(reads.myScenarioTags));
  const [sought, setSought] = useState("");
  const [all, setAll] = useState(false);
  if (tags.state === "failed") {
    return (
      <Group title="Tags">
        <p className={s.note}>
          Couldn’t load your tags.{" "}
          <button type="button" className="text-link" onClick={tags.retry}>
            Try again
          </button>
        </p>
      </Group>
    );
  }
  if (tags.state === "loading") return null;
  const isOn = ({ name }: { name: string }) =>
    view.tags.some((tag) => tag.toLowerCase() === name.toLowerCase());
  const { results } = tags.data;
  // A tag that no scenario has any more can still stand in the address.
  const lost = view.tags
    .filter((tag) => !results.some(({ name }) => name.toLowerCase() === tag.toLowerCase()))
    .map((name) => ({ name, count: 0 }));
  const fitting = [...lost, ...results].filter(
    (tag) => isOn(tag) || tag.name.toLowerCase().includes(sought.trim().toLowerCase()),
  );
  const shown = fitting.filter((tag, at) => all || sought !== "" || at < OFFERED_TAGS || isOn(tag));
  if (lost.length + results.length === 0) return null;
  return (
    <Group title="Tags">
      {results.length > OFFERED_TAGS && (
        <input
          className={`field ${s.find}`}
          type="search"
          value={sought}
          aria-label="Find one of your tags"
          placeholder="Find a tag…"
          maxLength={50}
          autoComplete="off"
          dir="auto"
          onChange={({ target }) => setSought(target.value)}
        />
      )}
      {shown.length === 0 && <p className={s.note}>None of your tags contains “{sought.trim()}”.</p>}
      <ul className={chips.row} aria-label="Your tags">
        {shown.map((tag) => (
          <li key={tag.name}>
            <FilterLink on={isOn(tag)} to={{ ...view, tags: withTagTurned(view.tags, tag.name) }}>
              <span dir="auto">{tag.name}</span> <span className={s.count}>{compact(tag.count)}</span>
            </FilterLink>
          </li>
        ))}
      </ul>
      {shown.length < fitting.length && (
        <Button tone="quiet" className={s.all} onClick={() => setAll(true)}>
          {`Show all ${fitting.length}`}
        </Button>
      )}
    </Group>
  );
}
