import { type FailedRequest, failedConnection } from "../../api/errors";
import type { AuthSession } from "../../api/person";
import { PasswordField } from "../../design/forms/Field";
import { Form } from "../../design/forms/Form";
import forms from "../../design/forms/Form.module.css";
import { SubmitButton } from "../../design/forms/SubmitButton";
import { exactTextOf, textOf, useForm } from "../../design/forms/useForm";
import { paths } from "../../lib/paths";
import { authApi, type Credentials } from "./api";
import { accountFailures } from "./failures";
import { EmailField, emailError, passwordError } from "./fields";

interface SignInFormProps {
  leaving: boolean;
  enter: (session: AuthSession) => Promise<void>;
  /** Takes what needs a step or a screen of its own; true when it does. */
  onFailure: (failure: FailedRequest, credentials: Credentials) => boolean;
}

const credentialsOf = (fields: FormData): Credentials => ({
  email: textOf(fields, "email"),
  password: exactTextOf(fields, "password"),
});

export function SignInForm({ leaving, enter, onFailure }: SignInFormProps) {
  const form = useForm({
    ...accountFailures,
    check: (fields) => ({ email: emailError(fields), password: passwordError(fields) }),
    send: async (fields) => {
      await enter(await authApi.signIn(credentialsOf(fields)));
    },
    onFailure: (failure, fields) => onFailure(failedConnection(failure), credentialsOf(fields)),
  });
  return (
    <Form form={form}>
      <EmailField />
      <PasswordField
        label="Password"
        name="password"
        purpose="current"
        required
        aside={
          <a className={forms.aside} href={paths.forgot} data-replace>
            Forgot password?
          </a>
        }
      />
      <div className={forms.actions}>
        <SubmitButton size="lg" busy={leaving} busyText="Signing in…">
          Sign in
        </SubmitButton>
      </div>
    </Form>
  );
}
