import { ConfirmDialog } from "../../../design/forms/ConfirmDialog";
import { plural } from "../../../lib/format";
import type { MyScenario } from "../types";
import { hasReaders } from "./bulk";

interface TrashDialogProps {
  /** At least one of them has readers. */
  scenarios: readonly Pick<MyScenario, "displayName" | "state">[];
  run: () => Promise<unknown>;
  onClose: () => void;
}

/** Asks before scenarios go to the trash that others can read: to them that is the same as withdrawing. */
export function TrashDialog({ scenarios, run, onClose }: TrashDialogProps) {
  const [first] = scenarios;
  const isOne = scenarios.length === 1;
  const read = scenarios.filter((each) => hasReaders([each])).length;
  const name = isOne ? `“${first?.displayName}”` : plural(scenarios.length, "scenario");
  const them = read === 1 ? "it" : "them";
  return (
    <ConfirmDialog
      title={`Move ${name} to the trash?`}
      action="Move to trash"
      busyAction="Moving…"
      run={run}
      onClose={onClose}
    >
      {read < scenarios.length && `${read} of them ${read === 1 ? "is" : "are"} public or unlisted. `}
      Readers won’t find {them} any more. Stories that were begun go on. If you restore {them}, publish {them}{" "}
      again to bring {them} back to readers.
    </ConfirmDialog>
  );
}
