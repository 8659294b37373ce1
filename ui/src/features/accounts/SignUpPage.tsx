import { useState } from "react";
import { type Head, type PageContext, pageHead } from "../../api/page";
import { useSession } from "../../api/session";
import { paths } from "../../lib/paths";
import { AlreadyIn } from "./AlreadyIn";
import { CheckMail } from "./CheckMail";
import { authCalls } from "./calls";
import { EntryFrame } from "./EntryFrame";
import { Failure } from "./Failure";
import { EmailField, emailError, errorsOf, NewPasswordField, newPasswordError } from "./fields";
import { OidcButtons } from "./OidcButtons";
import { SubmitButton } from "./SubmitButton";
import { keepTicket } from "./ticket";
import { useReturnTo } from "./useEntry";
import { secretOf, textOf, useSubmit } from "./useSubmit";

export function head(_ctx: PageContext): Head {
  return pageHead({
    title: "Create an account",
    description:
      "Create a free Dramatis account with your e-mail address: keep what you love, follow authors, and play characters of your own.",
    canonical: paths.signup,
    robots: "noindex,follow",
  });
}

export default function SignUpPage() {
  const { viewer } = useSession();
  useReturnTo();
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (viewer !== null) return <AlreadyIn viewer={viewer} />;
  if (sentTo !== null) {
    return (
      <EntryFrame title="Look into your mail">
        <CheckMail
          email={sentTo}
          resend={authCalls.resendVerification}
          onOtherAddress={() => setSentTo(null)}
        >
          We sent a link to this address. Open it, and you are in: here if you use this browser, elsewhere
          with your password.
        </CheckMail>
      </EntryFrame>
    );
  }
  return (
    <EntryFrame
      title="Create your account"
      lead="It costs nothing. An address and a password are all it takes."
      foot={
        <>
          Have one already?{" "}
          <a className="text-link" href={paths.signin}>
            Sign in
          </a>
        </>
      }
    >
      <SignUpForm onSent={setSentTo} />
      <OidcButtons />
    </EntryFrame>
  );
}

function SignUpForm({ onSent }: { onSent: (email: string) => void }) {
  const form = useSubmit({
    check: (fields) => errorsOf({ email: emailError(fields), password: newPasswordError(fields) }),
    send: async (fields) => {
      const email = textOf(fields, "email");
      const { ticket } = await authCalls.signUp({ email, password: secretOf(fields) });
      keepTicket(ticket);
      onSent(email);
    },
  });
  return (
    <form className="form" method="dialog" noValidate ref={form.ref} onSubmit={form.onSubmit}>
      <Failure failure={form.failure} />
      <EmailField error={form.errors.email} />
      <NewPasswordField error={form.errors.password} />
      <div className="form-actions">
        <SubmitButton busy={form.busy} wait={form.wait} busyText="Creating your account…">
          Create account
        </SubmitButton>
        <p className="form-hint">
          You must be 16 or older. By going on you accept the{" "}
          <a className="text-link" href={paths.legal}>
            terms
          </a>{" "}
          and the{" "}
          <a className="text-link" href={paths.privacy}>
            privacy policy
          </a>
          .
        </p>
      </div>
    </form>
  );
}
