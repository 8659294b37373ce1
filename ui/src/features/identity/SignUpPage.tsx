import { useEffect, useState } from "react";
import { guestStory } from "../../api/guest-store";
import { type Head, type PageContext, pageHead } from "../../api/page";
import { useSession } from "../../api/session";
import { Form } from "../../design/forms/Form";
import forms from "../../design/forms/Form.module.css";
import { SubmitButton } from "../../design/forms/SubmitButton";
import { exactTextOf, textOf, useForm } from "../../design/forms/useForm";
import { paths } from "../../lib/paths";
import { AlreadyIn } from "./AlreadyIn";
import { authApi } from "./api";
import { CheckMail } from "./CheckMail";
import { ComingFrom } from "./ComingFrom";
import { EntryFrame } from "./EntryFrame";
import { accountFailures } from "./failures";
import { EmailField, emailError, NewPasswordField, newPasswordError } from "./fields";
import { GuestLead } from "./GuestLead";
import { OidcButtons } from "./OidcButtons";
import { awaitEmail, awaitedEmail, keepTicket } from "./signUpTicket";
import { useReturnTo } from "./useEntry";
import { WantedLine } from "./Wanted";

export function head(_ctx: PageContext): Head {
  return pageHead({
    title: "Create an account",
    description:
      "Create a free Dramatis account with your email address: keep your stories, follow authors and create personas.",
    canonical: paths.signup,
    robots: "noindex,follow",
  });
}

const SENT =
  "We’ve sent a link to this address. Open it in this browser and you’re in. In another browser, you’ll need your password.";
const STORIES_WAIT =
  "Your stories wait here and join your account as soon as you’re signed in with this browser.";

export default function SignUpPage() {
  const { viewer } = useSession();
  useReturnTo();
  const [sentTo, setSentTo] = useSentTo();
  if (viewer !== null) return <AlreadyIn viewer={viewer} />;
  if (sentTo !== null) {
    return (
      <EntryFrame title="Check your email" line="Step into a story.">
        <CheckMail email={sentTo} resend={authApi.resendVerification} onOtherAddress={() => setSentTo(null)}>
          {guestStory() === null ? SENT : `${SENT} ${STORIES_WAIT}`}
        </CheckMail>
      </EntryFrame>
    );
  }
  return (
    <EntryFrame
      title="Create your account"
      line="Step into a story."
      lead={
        <>
          <ComingFrom />
          <WantedLine first="Create an account" />
          <GuestLead
            guest={
              <>
                <b>Your stories come with you.</b> It’s free: all you need is an email address and a password.
              </>
            }
            visitor="It’s free. All you need is an email address and a password."
          />
        </>
      }
      foot={
        <>
          Already have an account?{" "}
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

/** Where the email was sent; kept across a reload. */
function useSentTo(): [string | null, (email: string | null) => void] {
  const [sentTo, setSentTo] = useState<string | null>(null);
  useEffect(() => setSentTo(awaitedEmail()), []);
  const set = (email: string | null) => {
    awaitEmail(email);
    setSentTo(email);
  };
  return [sentTo, set];
}

function SignUpForm({ onSent }: { onSent: (email: string) => void }) {
  const form = useForm({
    ...accountFailures,
    check: (fields) => ({ email: emailError(fields), password: newPasswordError(fields) }),
    send: async (fields) => {
      const email = textOf(fields, "email");
      const { ticket } = await authApi.signUp({ email, password: exactTextOf(fields, "password") });
      keepTicket(ticket);
      onSent(email);
    },
  });
  return (
    <Form form={form}>
      <EmailField />
      <NewPasswordField />
      <div className={forms.actions}>
        <SubmitButton size="lg" busyText="Creating your account…">
          Create account
        </SubmitButton>
        <p className={forms.hint}>
          You must be 16 or older. By continuing you accept the{" "}
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
    </Form>
  );
}
