import { useState } from "react";
import type { FailedRequest } from "../../api/errors";
import type { AuthSession } from "../../api/person";
import { Button } from "../../design/Button";
import { TextField } from "../../design/Field";
import { authCalls, type Credentials } from "./calls";
import { Failure } from "./Failure";
import { errorsOf } from "./fields";
import { SubmitButton } from "./SubmitButton";
import { textOf, useSubmit } from "./useSubmit";

interface CodeFormProps {
  credentials: Credentials;
  leaving: boolean;
  enter: (session: AuthSession) => Promise<void>;
  onBack: () => void;
}

/** The second step: the six digits of the authenticator, or a recovery code. */
export function CodeForm({ credentials, leaving, enter, onBack }: CodeFormProps) {
  const [recovery, setRecovery] = useState(false);
  const [wrong, setWrong] = useState<string | null>(null);
  const form = useSubmit({
    check: (fields) => {
      setWrong(null);
      return errorsOf({ code: textOf(fields, "code") === "" ? "Enter the code." : null });
    },
    send: async (fields) => {
      const code = textOf(fields, "code").replace(/\s/g, "");
      await enter(await authCalls.signIn({ ...credentials, code }));
    },
    onFailure: (failure: FailedRequest) => {
      if (failure.code !== "TOTP_WRONG" && failure.code !== "TOTP_REQUIRED") return false;
      setWrong("That code does not fit. Take the newest one; each is good for half a minute.");
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
        className="entry-code"
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
          Go on
        </SubmitButton>
        <Button tone="quiet" onClick={() => setRecovery(!recovery)}>
          {recovery ? "Use the authenticator instead" : "Use a recovery code instead"}
        </Button>
        <Button tone="quiet" onClick={onBack}>
          Back to the password
        </Button>
      </div>
    </form>
  );
}
