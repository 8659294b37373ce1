import { ConfirmDialog } from "../../../design/forms/ConfirmDialog";
import type { Notices } from "../../../design/NoticeBar";
import { plural } from "../../../lib/format";
import { AddToSeriesDialog } from "../series/AddToSeriesDialog";
import type { MyScenario } from "../types";
import { canWithdraw } from "./bulk";
import { type BulkJob, deleting, trashing, withdrawing } from "./jobs";
import { RatingDialog } from "./RatingDialog";
import { TagsDialog } from "./TagsDialog";
import { TrashDialog } from "./TrashDialog";

/** What is asked before the chosen scenarios are changed. */
export type Asking = "tags" | "rating" | "series" | "withdraw" | "trash" | "delete";

interface SelectionDialogProps {
  asking: Asking;
  scenarios: readonly MyScenario[];
  /** Rejects when it fails. */
  change: (job: BulkJob) => Promise<void>;
  notices: Pick<Notices, "say" | "complain">;
  onClose: () => void;
}

export function SelectionDialog({ asking, scenarios, change, notices, onClose }: SelectionDialogProps) {
  switch (asking) {
    case "tags":
      return <TagsDialog scenarios={scenarios} change={change} onClose={onClose} />;
    case "rating":
      return <RatingDialog scenarios={scenarios} change={change} onClose={onClose} />;
    case "series":
      return <AddToSeriesDialog scenarios={scenarios} notices={notices} onClose={onClose} />;
    case "withdraw":
      return <WithdrawDialog scenarios={scenarios} change={change} onClose={onClose} />;
    case "trash":
      return <TrashDialog scenarios={scenarios} run={() => change(trashing(scenarios))} onClose={onClose} />;
    case "delete":
      return <DeleteDialog scenarios={scenarios} change={change} onClose={onClose} />;
  }
}

type ConfirmProps = Pick<SelectionDialogProps, "scenarios" | "change" | "onClose">;

function WithdrawDialog({ scenarios, change, onClose }: ConfirmProps) {
  const published = scenarios.filter(canWithdraw);
  const others = scenarios.length - published.length;
  return (
    <ConfirmDialog
      title={`Withdraw ${plural(published.length, "scenario")}?`}
      action="Withdraw"
      busyAction="Withdrawing…"
      run={() => change(withdrawing(published))}
      onClose={onClose}
    >
      Only you will see {published.length === 1 ? "it" : "them"}, and nobody can start a new story. Stories
      that are running go on. To show one again, publish it in the editor.
      {others > 0 && ` The other ${others} ${others === 1 ? "is" : "are"} not published.`}
    </ConfirmDialog>
  );
}

function DeleteDialog({ scenarios, change, onClose }: ConfirmProps) {
  const count = scenarios.length;
  return (
    <ConfirmDialog
      title="Delete permanently?"
      action="Delete permanently"
      busyAction="Deleting…"
      run={() => change(deleting(scenarios))}
      onClose={onClose}
    >
      {`${plural(count, "scenario")} and the pictures in ${count === 1 ? "it" : "them"} will be deleted. `}
      This can’t be undone.
    </ConfirmDialog>
  );
}
