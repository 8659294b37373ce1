import { LinkButton } from "../../design/Button";
import { paths } from "../../lib/paths";
import { authCalls } from "./calls";
import { Failure } from "./Failure";
import { EmailField, emailError, errorsOf } from "./fields";
import { SubmitButton } from "./SubmitButton";
import { textOf, useSubmit } from "./useSubmit";

/** Asks for the mail that lets a new password be chosen. */
export function ForgotForm({ onSent }: { onSent: (email: string) => void }) {
  const form = useSubmit({
    check: (fields) => errorsOf({ email: emailError(fields) }),
    send: async (fields) => {
      const email = textOf(fields, "email");
      await authCalls.requestReset(email);
      onSent(email);
    },
  });
  return (
    <form className="form" method="dialog" noValidate ref={form.ref} onSubmit={form.onSubmit}>
      <Failure failure={form.failure} />
      <EmailField error={form.errors.email} />
      <div className="form-actions">
        <SubmitButton busy={form.busy} wait={form.wait} busyText="Sending…">
          Send link
        </SubmitButton>
        <LinkButton tone="quiet" href={paths.signin} data-replace>
          Back to sign-in
        </LinkButton>
      </div>
    </form>
  );
}
