import { type ReactNode, useId } from "react";

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
      className="switch"
      aria-checked={checked}
      aria-labelledby={`${id}-label`}
      aria-describedby={hint === undefined ? undefined : `${id}-hint`}
      disabled={disabled}
      onClick={() => onChange(!checked)}
    >
      <span className="switch-words">
        <span className="switch-label" id={`${id}-label`}>
          {label}
        </span>
        {hint !== undefined && (
          <span className="switch-hint" id={`${id}-hint`}>
            {hint}
          </span>
        )}
      </span>
      <span className="switch-track" aria-hidden="true" />
    </button>
  );
}
