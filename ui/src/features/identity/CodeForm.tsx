import { type ReactNode, useState } from "react";
import type { FailedRequest } from "../../api/errors";
import type { AuthSession } from "../../api/person";
import { Button } from "../../design/Button";
import { TextField } from "../../design/forms/Field";
import { Failure } from "./Failure";
import { errorsOf } from "./fields";
import { SubmitButton } from "./SubmitButton";
import { textOf, useSubmit } from "./useSubmit";

interface CodeFormProps {
  /** Signs in with the code, in addition to what was shown before. */
  signIn: (code: string) => Promise<AuthSession>;
  leaving: boolean;
  enter: (session: AuthSession) => Promise<void>;
  /** Takes a failure after which no code helps; true when it has. */
  onFailure?: (failure: FailedRequest) => boolean;
  /** The way back to the first step. */
  back: ReactNode;
}

/** The second step: the six digits of the authenticator, or a recovery code. */
export function CodeForm({ signIn, leaving, enter, onFailure, back }: CodeFormProps) {
  const [recovery, setRecovery] = useState(false);
  const [wrong, setWrong] = useState<string | null>(null);
  const form = useSubmit({
    check: (fields) => {
      setWrong(null);
      return errorsOf({ code: textOf(fields, "code") === "" ? "Enter the code." : null });
    },
    send: async (fields) => {
      const code = textOf(fields, "code").replace(/\s/g, "");
      await enter(await signIn(code));
    },
    onFailure: (failure: FailedRequest) => {
      if (failure.code !== "TOTP_WRONG" && failure.code !== "TOTP_REQUIRED")
        return onFailure?.(failure) ?? false;
      setWrong("That code isn’t right. Use the newest one; each lasts 30 seconds.");
      return true;
    },
  });
  return (
    <form className="form" method="dialog" noValidate ref={form.ref} onSubmit={form.onSubmit}>
      <Failure failure={form.failure} />
      <TextField
        key={recovery ? "recovery" : "code"}
        label={recovery ? "Recovery code" : "Code"}
        name="code"
        className="field-code"
        inputMode={recovery ? "text" : "numeric"}
        autoComplete="one-time-code"
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        maxLength={recovery ? 40 : 9}
        required
        autoFocus
        error={form.errors.code ?? wrong}
      />
      <div className="form-actions">
        <SubmitButton busy={form.busy || leaving} wait={form.wait} busyText="Checking…">
          Continue
        </SubmitButton>
        <Button tone="quiet" onClick={() => setRecovery(!recovery)}>
          {recovery ? "Use your authenticator app instead" : "Use a recovery code instead"}
        </Button>
        {back}
      </div>
    </form>
  );
}
