import { useState } from "react";
import { Button, IconButton } from "../../../design/Button";
import { Icon } from "../../../design/Icon";
import type { IconName } from "../../../design/icons";
import type { Notices } from "../../../design/NoticeBar";
import { cx } from "../../../lib/classes";
import { sizeText } from "../imports/chosen";
import { canWithdraw, hasReaders } from "./bulk";
import { type BulkJob, restoring, trashing } from "./jobs";
import s from "./SelectionBar.module.css";
import { type Asking, SelectionDialog } from "./SelectionDialog";
import { MOST_SELECTED } from "./selection";
import type { Bulk } from "./useBulk";
import type { Export } from "./useExport";
import type { Selecting } from "./useSelection";
import type { View } from "./view";

interface SelectionBarProps {
  view: View;
  selection: Selecting;
  /** How many scenarios are on the shelf. */
  shown: number;
  bulk: Bulk;
  archive: Export;
  notices: Pick<Notices, "say" | "complain">;
}

/** What can be done with the chosen scenarios; it stays in view while choosing, and while they are exported. */
export function SelectionBar({ view, selection, shown, bulk, archive, notices }: SelectionBarProps) {
  const [asking, setAsking] = useState<Asking | null>(null);
  const { scenarios } = selection;
  const count = scenarios.length;
  const isBusy = bulk.busy || archive.running !== null;
  const whyNot = count === 0 ? "Choose scenarios first." : isBusy ? "Wait until this is done." : null;
  const ask = (what: Asking) => () => setAsking(what);
  // What is still on the shelf stays chosen, so that more can be done with it.
  const leaving = async (done: Promise<boolean>) => {
    if (await done) selection.finish();
  };
  const changing = async (job: BulkJob) => {
    await bulk.change(job);
    if (job.scenarios.every((scenario) => job.show(scenario) === null)) selection.finish();
  };

  return (
    <div className={s.bar} role="toolbar" aria-label="Selected scenarios" data-selection-bar>
      <BarHead selection={selection} shown={shown} archive={archive} />
      <div className={s.actions}>
        {view.tab === "trash" ? (
          <>
            <BarAction
              icon="undo"
              label="Restore"
              whyNot={whyNot}
              onPress={() => void leaving(bulk.start(restoring(scenarios)))}
            />
            <BarAction
              icon="trash"
              label="Delete permanently"
              danger
              whyNot={whyNot}
              onPress={ask("delete")}
            />
          </>
        ) : (
          <>
            <BarAction icon="tag" label="Tags" whyNot={whyNot} onPress={ask("tags")} />
            <BarAction icon="shield" label="Rating" whyNot={whyNot} onPress={ask("rating")} />
            <BarAction icon="book" label="Series" whyNot={whyNot} onPress={ask("series")} />
            <BarAction
              icon="lock"
              label="Withdraw"
              whyNot={whyNot ?? (scenarios.some(canWithdraw) ? null : "None of these is published.")}
              onPress={ask("withdraw")}
            />
            <BarAction
              icon="download"
              label="Export"
              whyNot={whyNot}
              title={count > 1 ? "As CHARX files in a ZIP" : "As a CHARX file"}
              onPress={() => void archive.start(scenarios)}
            />
            <BarAction
              icon="trash"
              label="Move to trash"
              danger
              whyNot={whyNot}
              onPress={
                hasReaders(scenarios) ? ask("trash") : () => void leaving(bulk.start(trashing(scenarios)))
              }
            />
          </>
        )}
      </div>
      {archive.running === null && <StopButton onPress={selection.stop} />}
      {asking !== null && (
        <SelectionDialog
          asking={asking}
          scenarios={scenarios}
          change={changing}
          notices={notices}
          onClose={() => setAsking(null)}
        />
      )}
    </div>
  );
}

interface BarHeadProps {
  selection: Selecting;
  shown: number;
  archive: Export;
}

/** How many are chosen, or how far their export is. */
function BarHead({ selection, shown, archive: { running, cancel } }: BarHeadProps) {
  const { scenarios, leftOut } = selection;
  const count = scenarios.length;
  const most = Math.min(shown, MOST_SELECTED);
  if (running !== null) {
    return (
      <div className={s.head}>
        <span className={s.count} role="status">
          Exporting {running.count}…
        </span>
        <span className={s.bytes}>{sizeText(running.bytes)}</span>
        <Button tone="quiet" onClick={cancel}>
          Cancel
        </Button>
      </div>
    );
  }
  return (
    <div className={s.head}>
      <span className={cx(s.count, leftOut > 0 && s.wrapped)} role="status">
        {`${count} selected`}
        {leftOut > 0 && `, the most at once; ${leftOut} left out`}
      </span>
      {count === most ? (
        <Button tone="quiet" onClick={() => selection.only([])}>
          Select none
        </Button>
      ) : (
        <Button tone="quiet" onClick={selection.all}>
          {`Select all ${most}`}
        </Button>
      )}
    </div>
  );
}

function StopButton({ onPress }: { onPress: () => void }) {
  return (
    <IconButton className={s.close} label="Stop selecting" onClick={onPress}>
      <Icon name="close" />
    </IconButton>
  );
}

interface BarActionProps {
  icon: IconName;
  label: string;
  danger?: boolean;
  /** Why it can’t be done now; null when it can. */
  whyNot: string | null;
  /** What comes of it, where the label alone does not say. */
  title?: string | undefined;
  onPress: () => void;
}

function BarAction({ icon, label, danger = false, whyNot, title, onPress }: BarActionProps) {
  return (
    <button
      type="button"
      className={cx(s.action, danger && s.danger)}
      aria-disabled={whyNot !== null || undefined}
      title={whyNot ?? title}
      onClick={() => {
        if (whyNot === null) onPress();
      }}
    >
      <Icon name={icon} />
      {label}
    </button>
  );
}
