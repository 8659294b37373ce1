import { useState } from "react";
import { Button, IconButton } from "../../../design/Button";
import { ConfirmDialog } from "../../../design/forms/ConfirmDialog";
import { Icon } from "../../../design/Icon";
import type { IconName } from "../../../design/icons";
import type { Notices } from "../../../design/NoticeBar";
import { cx } from "../../../lib/classes";
import { plural } from "../../../lib/format";
import { AddToSeriesDialog } from "../series/AddToSeriesDialog";
import { canWithdraw } from "./bulk";
import { deleting, restoring, trashing, withdrawing } from "./jobs";
import { RatingDialog } from "./RatingDialog";
import s from "./SelectionBar.module.css";
import { MOST_SELECTED } from "./selection";
import { TagsDialog } from "./TagsDialog";
import type { Bulk } from "./useBulk";
import { useExport } from "./useExport";
import type { Selecting } from "./useSelection";
import type { View } from "./view";

interface SelectionBarProps {
  view: View;
  selection: Selecting;
  /** How many scenarios are on the shelf. */
  shown: number;
  bulk: Bulk;
  notices: Pick<Notices, "say" | "complain">;
}

type Asking = "tags" | "rating" | "series" | "withdraw" | "delete";

/** What can be done with the chosen scenarios; it stays in view while choosing. */
export function SelectionBar({ view, selection, shown, bulk, notices }: SelectionBarProps) {
  const [asking, setAsking] = useState<Asking | null>(null);
  const archive = useExport(notices);
  const { scenarios } = selection;
  const count = scenarios.length;
  const hasAll = count === Math.min(shown, MOST_SELECTED);
  const isBusy = bulk.busy || archive.bytes !== null;
  const whyNot = count === 0 ? "Choose scenarios first." : isBusy ? "Wait until this is done." : null;
  const withdrawable = scenarios.filter(canWithdraw);
  const close = () => setAsking(null);
  const stopAfter = async (done: Promise<boolean>) => {
    if (await done) selection.stop();
  };
  const changing = async (job: Parameters<Bulk["change"]>[0]) => {
    await bulk.change(job);
    selection.stop();
  };

  return (
    <div className={s.bar} role="toolbar" aria-label="Selected scenarios" data-selection-bar>
      <div className={s.head}>
        <span className={s.count} role="status">
          {archive.bytes === null ? `${count} selected` : `Exporting ${plural(count, "scenario")}…`}
        </span>
        {archive.bytes === null ? (
          <Button tone="quiet" onClick={() => selection.only([])} hidden={!hasAll}>
            Select none
          </Button>
        ) : (
          <>
            <span className={s.bytes}>{`${(archive.bytes / 1_000_000).toFixed(1)} MB`}</span>
            <Button tone="quiet" onClick={archive.cancel}>
              Cancel
            </Button>
          </>
        )}
        {archive.bytes === null && !hasAll && (
          <Button tone="quiet" onClick={selection.all}>
            {`Select all ${Math.min(shown, MOST_SELECTED)}`}
          </Button>
        )}
      </div>
      <div className={s.actions}>
        {view.tab === "trash" ? (
          <>
            <BarAction
              icon="undo"
              label="Restore"
              whyNot={whyNot}
              onPress={() => void stopAfter(bulk.start(restoring(scenarios)))}
            />
            <BarAction
              icon="trash"
              label="Delete permanently"
              danger
              whyNot={whyNot}
              onPress={() => setAsking("delete")}
            />
          </>
        ) : (
          <>
            <BarAction icon="tag" label="Tags" whyNot={whyNot} onPress={() => setAsking("tags")} />
            <BarAction icon="shield" label="Rating" whyNot={whyNot} onPress={() => setAsking("rating")} />
            <BarAction icon="book" label="Series" whyNot={whyNot} onPress={() => setAsking("series")} />
            <BarAction
              icon="lock"
              label="Withdraw"
              whyNot={whyNot ?? (withdrawable.length === 0 ? "None of these is published." : null)}
              onPress={() => setAsking("withdraw")}
            />
            <BarAction
              icon="download"
              label="Export"
              whyNot={whyNot}
              onPress={() => void stopAfter(archive.start(scenarios))}
            />
            <BarAction
              icon="trash"
              label="Delete"
              danger
              whyNot={whyNot}
              onPress={() => void stopAfter(bulk.start(trashing(scenarios)))}
            />
          </>
        )}
      </div>
      <IconButton className={s.close} label="Stop selecting" onClick={selection.stop}>
        <Icon name="close" />
      </IconButton>
      {asking === "tags" && <TagsDialog scenarios={scenarios} change={changing} onClose={close} />}
      {asking === "rating" && <RatingDialog scenarios={scenarios} change={changing} onClose={close} />}
      {asking === "series" && (
        <AddToSeriesDialog
          scenarios={scenarios}
          onAdded={(text) => {
            notices.say(text);
            selection.stop();
          }}
          onClose={close}
        />
      )}
      {asking === "withdraw" && (
        <ConfirmDialog
          title={`Withdraw ${plural(withdrawable.length, "scenario")}?`}
          action="Withdraw"
          busyAction="Withdrawing…"
          run={() => changing(withdrawing(withdrawable))}
          onClose={close}
        >
          Only you will see {withdrawable.length === 1 ? "it" : "them"}, and nobody can start a new story.
          Stories that are running go on. To show one again, publish it in the editor.
          {withdrawable.length < count && ` The other ${count - withdrawable.length} are not published.`}
        </ConfirmDialog>
      )}
      {asking === "delete" && (
        <ConfirmDialog
          title="Delete permanently?"
          action="Delete permanently"
          busyAction="Deleting…"
          run={() => changing(deleting(scenarios))}
          onClose={close}
        >
          {`${plural(count, "scenario")} and the pictures in ${count === 1 ? "it" : "them"} will be deleted. `}
          This can’t be undone.
        </ConfirmDialog>
      )}
    </div>
  );
}

interface BarActionProps {
  icon: IconName;
  label: string;
  danger?: boolean;
  /** Why it can’t be done now; null when it can. */
  whyNot: string | null;
  onPress: () => void;
}

function BarAction({ icon, label, danger = false, whyNot, onPress }: BarActionProps) {
  return (
    <button
      type="button"
      className={cx(s.action, danger && s.danger)}
      aria-disabled={whyNot !== null || undefined}
      title={whyNot ?? undefined}
      onClick={() => {
        if (whyNot === null) onPress();
      }}
    >
      <Icon name={icon} />
      {label}
    </button>
  );
}
