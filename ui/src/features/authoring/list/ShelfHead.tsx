import { Button, LinkButton } from "../../../design/Button";
import { Icon } from "../../../design/Icon";
import { Tabs } from "../../../design/Tabs";
import { cx } from "../../../lib/classes";
import { paths } from "../../../lib/paths";
import s from "./ShelfHead.module.css";
import { isBare, useShelfList } from "./useShelfList";
import type { View } from "./view";

interface ShelfHeadProps {
  view: View;
  onImport: () => void;
}

/** The title, what can be begun, and the parts of the page. */
export function ShelfHead({ view, onImport }: ShelfHeadProps) {
  const { tab } = view;
  return (
    <header className={s.head}>
      <h1 className={cx("page-title", s.title)}>My scenarios</h1>
      {tab === "shelf" ? <ShelfActions view={view} onImport={onImport} /> : <Actions onImport={onImport} />}
      <div className={s.tabs}>
        <Tabs
          label="My scenarios"
          tabs={[
            { href: paths.myScenarios, label: "Shelf", current: tab === "shelf" },
            {
              href: paths.myScenarioList({ view: "series" }),
              label: "Series",
              current: tab === "series",
            },
            { href: paths.myScenarioList({ view: "trash" }), label: "Trash", current: tab === "trash" },
          ]}
        />
      </div>
    </header>
  );
}

/** A shelf without a scenario offers the same in its middle. */
function ShelfActions({ view, onImport }: ShelfHeadProps) {
  const list = useShelfList(view);
  return isBare(list, view) ? null : <Actions onImport={onImport} />;
}

function Actions({ onImport }: { onImport: () => void }) {
  return (
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
  );
}
