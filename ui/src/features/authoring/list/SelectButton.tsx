import { Button } from "../../../design/Button";
import { Icon } from "../../../design/Icon";
import type { Selecting } from "./useSelection";

/** Begins and ends choosing. */
export function SelectButton({ selection }: { selection: Pick<Selecting, "on" | "start" | "stop"> }) {
  return (
    <Button
      className="needs-script"
      aria-pressed={selection.on}
      onClick={selection.on ? selection.stop : selection.start}
    >
      <Icon name="check" />
      Select
    </Button>
  );
}
