import { useId } from "react";
import { cx } from "../../lib/classes";
import { Button, type ButtonTone } from "../Button";
import { countdownText } from "./countdown";
import { useFormState } from "./useForm";

interface SubmitButtonProps {
  /** What it does, as a verb. */
  children: string;
  busyText: string;
  /** Busy with what follows the form, too. */
  busy?: boolean;
  tone?: ButtonTone;
  size?: "md" | "lg";
  className?: string;
  /** The id of its form, where it stands outside of it. */
  form?: string;
}

/**
 * The button that sends a form. It stays in place and keeps its focus while it works, counts down or is disabled; why it is
 * disabled belongs to its description, and is read out when it is pressed all the same.
 */
export function SubmitButton(props: SubmitButtonProps) {
  const { children, busyText, busy: follows = false, className, ...look } = props;
  const id = useId();
  const form = useFormState();
  if (form === null) throw new Error("SubmitButton stands outside a form");
  const { wait, disabledReason, refused } = form;
  const busy = form.busy || follows;
  return (
    <>
      <Button
        type="submit"
        tone="accent"
        {...look}
        className={cx("numbers", className)}
        aria-busy={busy || undefined}
        aria-disabled={busy || wait > 0 || disabledReason !== null || undefined}
        aria-describedby={disabledReason === null ? undefined : id}
        title={disabledReason ?? undefined}
      >
        {busy ? busyText : wait > 0 ? `Try again in ${countdownText(wait)}` : children}
      </Button>
      {disabledReason !== null && (
        <>
          <span id={id} hidden>
            {disabledReason}
          </span>
          <span className="sr-only" role="status">
            {refused > 0 && <span key={refused}>{disabledReason}</span>}
          </span>
        </>
      )}
    </>
  );
}
