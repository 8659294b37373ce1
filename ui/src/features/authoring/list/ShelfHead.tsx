import { Button, LinkButton } from "../../../design/Button";
import { Icon } from "../../../design/Icon";
import { Tabs } from "../../../design/Tabs";
import { cx } from "../../../lib/classes";
import { paths } from "../../../lib/paths";
import s from "./ShelfHead.module.css";
import type { View } from "./view";

/** The title, what can be begun, and the parts of the page. */
export function ShelfHead({ view: { tab }, onImport }: { view: View; onImport: () => void }) {
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
