import { Dialog } from "../../../design/Dialog";
import { PasswordField, TextField } from "../../../design/forms/Field";
import { Form } from "../../../design/forms/Form";
import { SubmitButton } from "../../../design/forms/SubmitButton";
import { exactTextOf, textOf, useForm } from "../../../design/forms/useForm";
import { accountFailures, emailError, passwordError } from "../../identity/public";
import { meApi } from "../api";

interface EmailDialogProps {
  hasPassword: boolean;
  onClose: () => void;
  onDone: (address: string) => void;
}

/** Asks for another email address; it is changed once the link in the email is opened. */
export function EmailDialog({ hasPassword, onClose, onDone }: EmailDialogProps) {
  const form = useForm({
    ...accountFailures,
    check: (fields) => ({
      newEmail: emailError(fields, "newEmail"),
      password: hasPassword ? passwordError(fields) : null,
    }),
    send: async (fields) => {
      const newEmail = textOf(fields, "newEmail");
      await meApi.changeEmail({ password: exactTextOf(fields, "password"), newEmail });
      onDone(newEmail);
    },
  });
  return (
    <Dialog id="email" title="Change email address" open onClose={onClose}>
      <Form
        form={form}
        lead={<p>We’ll send a link to the new address. Nothing changes until you open it.</p>}
      >
        <TextField
          label="New email address"
          name="newEmail"
          type="email"
          autoComplete="email"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={254}
          required
          autoFocus
        />
        {hasPassword && <PasswordField label="Password" name="password" purpose="current" required />}
        <SubmitButton size="lg" busyText="Sending…">
          Send link
        </SubmitButton>
      </Form>
    </Dialog>
  );
}
