import { LinkButton } from "../../design/Button";
import { Form } from "../../design/forms/Form";
import forms from "../../design/forms/Form.module.css";
import { SubmitButton } from "../../design/forms/SubmitButton";
import { textOf, useForm } from "../../design/forms/useForm";
import { paths } from "../../lib/paths";
import { authApi } from "./api";
import { accountFailures } from "./failures";
import { EmailField, emailError } from "./fields";

/** Asks for the mail that lets a new password be chosen. */
export function ForgotForm({ onSent }: { onSent: (email: string) => void }) {
  const form = useForm({
    ...accountFailures,
    check: (fields) => ({ email: emailError(fields) }),
    send: async (fields) => {
      const email = textOf(fields, "email");
      await authApi.requestReset(email);
      onSent(email);
    },
  });
  return (
    <Form form={form}>
      <EmailField />
      <div className={forms.actions}>
        <SubmitButton size="lg" busyText="Sending…">
          Send link
        </SubmitButton>
        <LinkButton tone="quiet" href={paths.signin} data-replace>
          Back to sign-in
        </LinkButton>
      </div>
    </Form>
  );
}
