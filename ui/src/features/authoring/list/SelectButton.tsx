import type { Ref } from "react";
import { Button } from "../../../design/Button";
import { Icon } from "../../../design/Icon";
import type { Selecting } from "./useSelection";

interface SelectButtonProps {
  selection: Pick<Selecting, "on" | "start" | "stop">;
  ref: Ref<HTMLButtonElement>;
}

/** Begins and ends choosing. */
export function SelectButton({ selection, ref }: SelectButtonProps) {
  return (
    <Button
      ref={ref}
      className="needs-script"
      aria-pressed={selection.on}
      onClick={selection.on ? selection.stop : selection.start}
    >
      <Icon name="check" />
      Select
    </Button>
  );
}
