import { type DragEvent, Suspense, useEffect, useEffectEvent, useState } from "react";
import { type Head, type PageContext, pageHead, usePage } from "../../api/page";
import { ConfirmDialog } from "../../design/forms/ConfirmDialog";
import { lazyDialog } from "../../design/lazyDialog";
import { NoticeBar } from "../../design/NoticeBar";
import { cx } from "../../lib/classes";
import { paths } from "../../lib/paths";
import { randomId } from "../../lib/random-id";
import { WithdrawDialog } from "../publishing/public";
import { ofDrop, type Selection } from "./imports/chosen";
import { ImportBanner } from "./imports/ImportBanner";
import { ScenarioShelf } from "./list/ScenarioShelf";
import { ShelfHead } from "./list/ShelfHead";
import { TrashDialog } from "./list/TrashDialog";
import { takeTrashed } from "./list/trashed";
import { UnsentDraft } from "./list/UnsentDraft";
import { useMyScenarios } from "./list/useMyScenarios";
import { pathOf, viewOf } from "./list/view";
import s from "./MyScenariosPage.module.css";
import { SeriesManager } from "./series/SeriesManager";
import type { MyScenario } from "./types";

const TITLES = { shelf: "My scenarios", series: "Series", trash: "Trash" } as const;

export function head(ctx: PageContext): Head {
  return pageHead({
    title: TITLES[viewOf(ctx).tab],
    description: "The scenarios you write.",
    canonical: paths.myScenarios,
    robots: "noindex,nofollow",
  });
}

const ImportDialog = lazyDialog(async () => ({
  default: (await import("./imports/ImportDialog")).ImportDialog,
}));

type Asking =
  | { what: "import"; key: string; dropped: Promise<Selection> | null }
  | { what: "withdraw" | "trash" | "delete"; scenario: MyScenario };

/**
 * Spec 2.1: the author's own scenarios, with their series and their trash. Files dropped anywhere on the page are imported.
 */
export default function MyScenariosPage() {
  const page = usePage();
  const view = viewOf(page);
  const scenarios = useMyScenarios();
  const [asking, setAsking] = useState<Asking | null>(null);
  const [over, setOver] = useState(false);
  const close = () => setAsking(null);
  const sayTrashed = useEffectEvent(() => {
    const trashed = takeTrashed();
    if (trashed !== null) scenarios.sayTrashed(trashed);
  });
  useEffect(() => sayTrashed(), []);
  // Each drop is a dialog of its own, also where one is open.
  const askImport = (dropped: Promise<Selection> | null) =>
    setAsking({ what: "import", key: randomId(), dropped });
  const carriesFile = (event: DragEvent) => event.dataTransfer.types.includes("Files");

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the button does the same.
    <div
      className={cx("wrap", s.page, over && s.over)}
      onDragOver={(event) => {
        if (!carriesFile(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        setOver(false);
        // The dialog has a place of its own for drops.
        if (!carriesFile(event) || event.defaultPrevented) return;
        event.preventDefault();
        askImport(ofDrop(event.dataTransfer));
      }}
    >
      <ShelfHead view={view} onImport={() => askImport(null)} />
      {view.tab === "shelf" && <UnsentDraft />}
      {view.tab === "shelf" && <ImportBanner />}
      {view.tab === "series" ? (
        <SeriesManager notices={scenarios} />
      ) : (
        <ScenarioShelf
          key={view.tab}
          view={view}
          scenarios={scenarios}
          onAsk={(what, scenario) => setAsking({ what, scenario })}
          onImport={() => askImport(null)}
        />
      )}
      <NoticeBar notices={scenarios} place={pathOf(view)} />
      {asking?.what === "import" && (
        <Suspense fallback={null}>
          <ImportDialog key={asking.key} dropped={asking.dropped} onClose={close} />
        </Suspense>
      )}
      {asking?.what === "withdraw" && (
        <WithdrawDialog
          title={`Withdraw “${asking.scenario.displayName}”?`}
          run={() => scenarios.withdraw(asking.scenario)}
          onClose={close}
        />
      )}
      {asking?.what === "trash" && (
        <TrashDialog
          scenarios={[asking.scenario]}
          run={async () => scenarios.toTrash(asking.scenario)}
          onClose={close}
        />
      )}
      {asking?.what === "delete" && (
        <ConfirmDialog
          title="Delete permanently?"
          action="Delete permanently"
          busyAction="Deleting…"
          run={() => scenarios.deletePermanently(asking.scenario)}
          onClose={close}
        >
          “{asking.scenario.displayName}” and its pictures will be deleted. This can’t be undone.
        </ConfirmDialog>
      )}
    </div>
  );
}
