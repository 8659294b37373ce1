import { Button } from "../../design/Button";
import { countdownText } from "./failures";

interface SubmitButtonProps {
  busy: boolean;
  /** Seconds until another try makes sense. */
  wait: number;
  /** What it does, as a verb. */
  children: string;
  busyText: string;
}

/** The gold button of a form. It stays in place and keeps its focus while it works or counts down. */
export function SubmitButton({ busy, wait, children, busyText }: SubmitButtonProps) {
  const paused = busy || wait > 0;
  return (
    <Button
      type="submit"
      tone="gold"
      size="lg"
      className="numbers"
      aria-busy={busy || undefined}
      aria-disabled={paused || undefined}
    >
      {busy ? busyText : wait > 0 ? `Try again in ${countdownText(wait)}` : children}
    </Button>
  );
}
