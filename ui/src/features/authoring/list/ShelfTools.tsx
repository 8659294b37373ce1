import { type RefObject, useId, useState } from "react";
import { Button } from "../../../design/Button";
import { Icon } from "../../../design/Icon";
import searchBox from "../../../design/SearchBox.module.css";
import { navigate } from "../../../lib/navigation";
import { paths } from "../../../lib/paths";
import { FilterPanel } from "./FilterPanel";
import { SelectButton } from "./SelectButton";
import s from "./ShelfTools.module.css";
import { UsedFilters } from "./UsedFilters";
import type { Selecting } from "./useSelection";
import { chosenFilters, pathOf, SORTS, USUAL_SORT, type View } from "./view";

interface ShelfToolsProps {
  view: View;
  selection: Selecting;
  /** The button that begins to choose. */
  select: RefObject<HTMLButtonElement | null>;
}

/** What is looked for, in which order, and choosing several. */
export function ShelfTools({ view, selection, select }: ShelfToolsProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const count = chosenFilters(view).length;
  return (
    <>
      <div className={s.tools}>
        <Search view={view} />
        <Button
          className="needs-script"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => setOpen(!open)}
        >
          <Icon name="filter" />
          Filters
          {count > 0 && (
            <>
              <span className={s.count} aria-hidden="true">
                {count}
              </span>
              <span className="sr-only">{`, ${count} in use`}</span>
            </>
          )}
        </Button>
        <SelectButton selection={selection} ref={select} />
        <Sort view={view} />
      </div>
      {open ? <FilterPanel id={id} view={view} /> : <UsedFilters view={view} />}
    </>
  );
}

function Search({ view }: { view: View }) {
  const { words, sort, state, rating, origin, tags } = view;
  const kept = [
    ["sort", sort === USUAL_SORT ? null : sort],
    ["state", state],
    ["rating", rating],
    ["origin", origin],
    ...tags.map((tag) => ["tag", tag] as const),
  ] as const;
  return (
    <search className={s.search}>
      <form className={searchBox.box} action={paths.myScenarios} key={words}>
        <Icon name="search" />
        <input
          type="search"
          name="search"
          defaultValue={words}
          aria-label="Search your scenarios"
          placeholder="Title, actor or text…"
          maxLength={200}
          autoComplete="off"
          enterKeyHint="search"
          dir="auto"
        />
        {kept.map(
          ([name, value]) =>
            value !== null && <input key={`${name} ${value}`} type="hidden" name={name} value={value} />,
        )}
        <Button type="submit">Search</Button>
      </form>
    </search>
  );
}

function Sort({ view }: { view: View }) {
  return (
    <label className={s.sort}>
      <span className="sr-only">Sort by</span>
      <select
        className="field select"
        value={view.sort}
        onChange={({ target }) => {
          const sort = SORTS.find((each) => each.sort === target.value)?.sort ?? USUAL_SORT;
          void navigate(pathOf({ ...view, sort }), { keepScroll: true });
        }}
      >
        {SORTS.map(({ sort, label }) => (
          <option key={sort} value={sort}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}
