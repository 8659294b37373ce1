import { replaceSession } from "../../../api/session";
import { Dialog } from "../../../design/Dialog";
import { PasswordField } from "../../../design/forms/Field";
import { Form } from "../../../design/forms/Form";
import { SubmitButton } from "../../../design/forms/SubmitButton";
import { exactTextOf, useForm } from "../../../design/forms/useForm";
import { accountFailures, NewPasswordField, newPasswordError } from "../../identity/public";
import { meApi } from "../api";

interface PasswordDialogProps {
  email: string;
  onClose: () => void;
  onDone: () => void;
}

/** Asks for another password; it ends every other session. */
export function PasswordDialog({ email, onClose, onDone }: PasswordDialogProps) {
  const form = useForm({
    ...accountFailures,
    // The fields are called as password managers know them.
    pointers: { password: "/newPassword" },
    check: (fields) => ({
      currentPassword: exactTextOf(fields, "currentPassword") === "" ? "Enter your current password." : null,
      password: newPasswordError(fields),
    }),
    send: async (fields) => {
      const body = {
        currentPassword: exactTextOf(fields, "currentPassword"),
        newPassword: exactTextOf(fields, "password"),
      };
      await replaceSession(await meApi.changePassword(body));
      onDone();
    },
  });
  return (
    <Dialog id="password" title="Change password" open onClose={onClose}>
      <Form form={form}>
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField label="Current password" name="currentPassword" purpose="current" required autoFocus />
        <NewPasswordField email={email} />
        <SubmitButton size="lg" busyText="Changing…">
          Change password
        </SubmitButton>
      </Form>
    </Dialog>
  );
}
