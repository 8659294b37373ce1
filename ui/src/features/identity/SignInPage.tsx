import { useState } from "react";
import { first, type Head, type PageContext, pageHead, usePage } from "../../api/page";
import { useSession } from "../../api/session";
import { Button, LinkButton } from "../../design/Button";
import forms from "../../design/forms/Form.module.css";
import { paths } from "../../lib/paths";
import { AlreadyIn } from "./AlreadyIn";
import { authApi, type Credentials } from "./api";
import { CheckMail } from "./CheckMail";
import { CodeForm } from "./CodeForm";
import { EntryFrame } from "./EntryFrame";
import { ForgotForm } from "./ForgotForm";
import { GuestLead } from "./GuestLead";
import { OidcButtons } from "./OidcButtons";
import { SignInForm } from "./SignInForm";
import { useEntry, useReturnTo } from "./useEntry";
import { WantedLine } from "./Wanted";

type View = "signin" | "forgot" | "suspended";

function viewOf(ctx: Pick<PageContext, "query">): View {
  const view = first(ctx, "view");
  return view === "forgot" || view === "suspended" ? view : "signin";
}

const TITLES: Readonly<Record<View, string>> = {
  signin: "Sign in",
  forgot: "Choose a new password",
  suspended: "This account is suspended",
};

export function head(ctx: PageContext): Head {
  return pageHead({
    title: TITLES[viewOf(ctx)],
    description:
      "Sign in to Dramatis with your email address and password, or with a service you already use, and pick up where you left off.",
    canonical: paths.signin,
    robots: "noindex,follow",
  });
}

export default function SignInPage() {
  const view = viewOf(usePage());
  const { viewer } = useSession();
  useReturnTo();
  const entry = useEntry();
  if (viewer !== null && !entry.leaving) return <AlreadyIn viewer={viewer} />;
  if (view === "suspended") return <Suspended />;
  return view === "forgot" ? <Forgot /> : <SignIn entry={entry} />;
}

function Suspended() {
  return (
    <EntryFrame
      title={TITLES.suspended}
      lead="The operator of this site has suspended it. Nothing was deleted, and you can still read everything public without an account."
    >
      <p>If you think this is a mistake, contact the operator; the legal page says how.</p>
      <div className={forms.actions}>
        <LinkButton size="lg" href={paths.legal}>
          Legal
        </LinkButton>
        <LinkButton tone="quiet" href={paths.search()}>
          Browse scenarios
        </LinkButton>
      </div>
    </EntryFrame>
  );
}

function Forgot() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (sentTo !== null) {
    return (
      <EntryFrame title="Check your email">
        <CheckMail email={sentTo} resend={authApi.requestReset} onOtherAddress={() => setSentTo(null)}>
          If there’s an account with this address, we’ve sent it a link to choose a new password. The link
          expires in 30 minutes.
        </CheckMail>
      </EntryFrame>
    );
  }
  return (
    <EntryFrame
      title={TITLES.forgot}
      lead="Enter your account’s email address and we’ll send you a link to choose a new password."
    >
      <ForgotForm onSent={setSentTo} />
    </EntryFrame>
  );
}

type Step =
  | { at: "password" }
  | { at: "code"; credentials: Credentials }
  | { at: "unverified"; email: string }
  | { at: "suspended" };

function SignIn({ entry: { leaving, enter } }: { entry: ReturnType<typeof useEntry> }) {
  const [step, setStep] = useState<Step>({ at: "password" });
  const back = () => setStep({ at: "password" });

  if (step.at === "suspended") return <Suspended />;
  if (step.at === "code") {
    return (
      <EntryFrame title="One more step" lead="Enter the six-digit code from your authenticator app.">
        <CodeForm
          signIn={(code) => authApi.signIn({ ...step.credentials, code })}
          leaving={leaving}
          enter={enter}
          back={
            <Button tone="quiet" onClick={back}>
              Back
            </Button>
          }
        />
      </EntryFrame>
    );
  }
  if (step.at === "unverified") {
    return (
      <EntryFrame title="Confirm your address first">
        <CheckMail email={step.email} resend={authApi.resendVerification} onOtherAddress={back}>
          Your password is correct. Open the link in the email we sent you to finish signing up.
        </CheckMail>
      </EntryFrame>
    );
  }
  return (
    <EntryFrame
      title={TITLES.signin}
      lead={
        <>
          <WantedLine first="Sign in" />
          <GuestLead guest={<b>Your stories come with you.</b>} visitor="Welcome back." />
        </>
      }
      foot={
        <>
          New here?{" "}
          <a className="text-link" href={paths.signup}>
            Create an account
          </a>
        </>
      }
    >
      <SignInForm
        leaving={leaving}
        enter={enter}
        onFailure={(failure, credentials) => {
          if (failure.code === "TOTP_REQUIRED") setStep({ at: "code", credentials });
          else if (failure.code === "EMAIL_NOT_VERIFIED")
            setStep({ at: "unverified", email: credentials.email });
          else if (failure.status === 423) setStep({ at: "suspended" });
          else return false;
          return true;
        }}
      />
      <OidcButtons />
    </EntryFrame>
  );
}
