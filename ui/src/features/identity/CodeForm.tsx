import { type ReactNode, useState } from "react";
import { type FailedRequest, failedConnection } from "../../api/errors";
import type { AuthSession } from "../../api/person";
import { Button } from "../../design/Button";
import { TextField } from "../../design/forms/Field";
import { Form } from "../../design/forms/Form";
import forms from "../../design/forms/Form.module.css";
import { SubmitButton } from "../../design/forms/SubmitButton";
import { textOf, useForm } from "../../design/forms/useForm";
import { accountFailures } from "./failures";

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

const isWrongCode = ({ code }: FailedRequest) => code === "TOTP_WRONG" || code === "TOTP_REQUIRED";

/** The second step: the six digits of the authenticator, or a recovery code. */
export function CodeForm({ signIn, leaving, enter, onFailure, back }: CodeFormProps) {
  const [recovery, setRecovery] = useState(false);
  const form = useForm({
    ...accountFailures,
    check: (fields) => ({ code: textOf(fields, "code") === "" ? "Enter the code." : null }),
    send: async (fields) => {
      const code = textOf(fields, "code").replace(/\s/g, "");
      await enter(await signIn(code));
    },
    onFailure: (failure) =>
      !isWrongCode(failedConnection(failure)) && onFailure?.(failedConnection(failure)) === true,
    atFields: (failure) => ({
      code: isWrongCode(failedConnection(failure))
        ? "That code isn’t right. Use the newest one; each lasts 30 seconds."
        : null,
    }),
  });
  return (
    <Form form={form}>
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
      />
      <div className={forms.actions}>
        <SubmitButton size="lg" busy={leaving} busyText="Checking…">
          Continue
        </SubmitButton>
        <Button tone="quiet" onClick={() => setRecovery(!recovery)}>
          {recovery ? "Use your authenticator app instead" : "Use a recovery code instead"}
        </Button>
        {back}
      </div>
    </Form>
  );
}
