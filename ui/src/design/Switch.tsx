import { type ReactNode, useId } from "react";
import s from "./Switch.module.css";

interface SwitchProps {
  label: string;
  /** What it does, in a line. */
  hint?: ReactNode;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}

/** Something that is on or off and takes effect at once. The whole row can be pressed. */
export function Switch({ label, hint, checked, disabled = false, onChange }: SwitchProps) {
  const id = useId();
  return (
    <button
      type="button"
      role="switch"
      className={s.switch}
      aria-checked={checked}
      aria-labelledby={`${id}-label`}
      aria-describedby={hint === undefined ? undefined : `${id}-hint`}
      disabled={disabled}
      onClick={() => onChange(!checked)}
    >
      <span className={s.words}>
        <span className={s.label} id={`${id}-label`}>
          {label}
        </span>
        {hint !== undefined && (
          <span className={s.hint} id={`${id}-hint`}>
            {hint}
          </span>
        )}
      </span>
      <span className={s.track} aria-hidden="true" />
    </button>
  );
}
