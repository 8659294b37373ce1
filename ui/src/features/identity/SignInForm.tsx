import type { FailedRequest } from "../../api/errors";
import type { AuthSession } from "../../api/person";
import { PasswordField } from "../../design/forms/Field";
import { paths } from "../../lib/paths";
import { authCalls, type Credentials } from "./calls";
import { Failure } from "./Failure";
import { EmailField, emailError, errorsOf } from "./fields";
import { SubmitButton } from "./SubmitButton";
import { secretOf, textOf, useSubmit } from "./useSubmit";

interface SignInFormProps {
  leaving: boolean;
  enter: (session: AuthSession) => Promise<void>;
  /** Takes what needs a step or a screen of its own; true when it does. */
  onFailure: (failure: FailedRequest, credentials: Credentials) => boolean;
}

const credentialsOf = (fields: FormData): Credentials => ({
  email: textOf(fields, "email"),
  password: secretOf(fields),
});

export function SignInForm({ leaving, enter, onFailure }: SignInFormProps) {
  const form = useSubmit({
    check: (fields) =>
      errorsOf({
        email: emailError(fields),
        password: secretOf(fields) === "" ? "Enter your password." : null,
      }),
    send: async (fields) => {
      await enter(await authCalls.signIn(credentialsOf(fields)));
    },
    onFailure: (failure, fields) => onFailure(failure, credentialsOf(fields)),
  });
  return (
    <form className="form" method="dialog" noValidate ref={form.ref} onSubmit={form.onSubmit}>
      <Failure failure={form.failure} />
      <EmailField error={form.errors.email} />
      <PasswordField
        label="Password"
        name="password"
        purpose="current"
        required
        error={form.errors.password}
        aside={
          <a className="form-aside" href={paths.forgot} data-replace>
            Forgot password?
          </a>
        }
      />
      <div className="form-actions">
        <SubmitButton busy={form.busy || leaving} wait={form.wait} busyText="Signing in…">
          Sign in
        </SubmitButton>
      </div>
    </form>
  );
}
