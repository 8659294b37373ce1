import { Button, LinkButton } from "../../../design/Button";
import { Icon } from "../../../design/Icon";
import searchBox from "../../../design/SearchBox.module.css";
import { Tabs } from "../../../design/Tabs";
import { cx } from "../../../lib/classes";
import { navigate } from "../../../lib/navigation";
import { paths } from "../../../lib/paths";
import s from "./ShelfHead.module.css";
import { pathOf, SORTS, STATES, USUAL_SORT, type View } from "./view";

/** The title, what can be begun, and what is looked for. */
export function ShelfHead({ view, onImport }: { view: View; onImport: () => void }) {
  return (
    <header className={s.head}>
      <h1 className={cx("page-title", s.title)}>My scenarios</h1>
      <div className={s.actions}>
        <Button onClick={onImport}>
          <Icon name="upload" />
          Import cards
        </Button>
        <LinkButton tone="accent" href={paths.newDraft}>
          <Icon name="plus" />
          New scenario
        </LinkButton>
      </div>
      <div className={s.tabs}>
        <Tabs
          label="My scenarios"
          tabs={[
            { href: paths.myScenarios, label: "Shelf", current: !view.trash },
            { href: paths.myScenarioList({ view: "trash" }), label: "Trash", current: view.trash },
          ]}
        />
      </div>
      {!view.trash && <Tools view={view} />}
    </header>
  );
}

function Tools({ view }: { view: View }) {
  const { words, sort, state } = view;
  const show = (change: Partial<View>) => navigate(pathOf({ ...view, ...change }), { keepScroll: true });
  return (
    <div className={s.tools}>
      <search className={s.search}>
        <form className={searchBox.box} action={paths.myScenarios} key={words}>
          <Icon name="search" />
          <input
            type="search"
            name="search"
            defaultValue={words}
            aria-label="Search your scenarios"
            placeholder="Title or tagline…"
            maxLength={200}
            autoComplete="off"
            enterKeyHint="search"
            dir="auto"
          />
          {sort !== USUAL_SORT && <input type="hidden" name="sort" value={sort} />}
          {state !== null && <input type="hidden" name="state" value={state} />}
          <Button type="submit">Search</Button>
        </form>
      </search>
      <label>
        <span className="sr-only">State</span>
        <select
          className="field select"
          value={state ?? ""}
          onChange={({ target }) =>
            show({
              state: Object.keys(STATES).includes(target.value)
                ? (target.value as keyof typeof STATES)
                : null,
            })
          }
        >
          <option value="">All states</option>
          {Object.entries(STATES).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span className="sr-only">Sort by</span>
        <select
          className="field select"
          value={sort}
          onChange={({ target }) =>
            show({ sort: SORTS.find((each) => each.sort === target.value)?.sort ?? USUAL_SORT })
          }
        >
          {SORTS.map((each) => (
            <option key={each.sort} value={each.sort}>
              {each.label}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
