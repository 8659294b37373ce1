import { ConfirmDialog } from "../../design/forms/ConfirmDialog";

interface WithdrawDialogProps {
  title?: string;
  /** Withdraws it; rejects when it is refused. */
  run: () => Promise<unknown>;
  onClose: () => void;
}

/** Asks before a scenario is taken from those who see it. */
export function WithdrawDialog({ title = "Withdraw this scenario?", run, onClose }: WithdrawDialogProps) {
  return (
    <ConfirmDialog title={title} action="Withdraw" busyAction="Withdrawing…" run={run} onClose={onClose}>
      Nobody but you can start it any more. Stories that were begun go on, and their players read that you
      withdrew it. You can publish it again at any time.
    </ConfirmDialog>
  );
}
