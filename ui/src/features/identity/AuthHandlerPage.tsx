import { useEffect, useRef, useState } from "react";
import { failedConnection } from "../../api/errors";
import { type Head, type PageContext, pageHead } from "../../api/page";
import type { AuthSession } from "../../api/person";
import { currentSession, leaveSession, replaceSession, sessionKnown, signIn } from "../../api/session";
import { Button, LinkButton } from "../../design/Button";
import { PasswordField } from "../../design/forms/Field";
import { Form } from "../../design/forms/Form";
import forms from "../../design/forms/Form.module.css";
import { SubmitButton } from "../../design/forms/SubmitButton";
import { exactTextOf, useForm } from "../../design/forms/useForm";
import { Icon } from "../../design/Icon";
import { paths } from "../../lib/paths";
import { completeSignIn } from "./afterSignIn";
import { authApi } from "./api";
import { CodeForm } from "./CodeForm";
import { EntryFrame } from "./EntryFrame";
import { accountFailures, failureText } from "./failures";
import { NewPasswordField, newPasswordError, passwordError } from "./fields";
import { type Errand, errandOf, type Stage, stageOf } from "./handler";
import { keptTicket } from "./signUpTicket";
import { useEntry } from "./useEntry";

export function head(_ctx: PageContext): Head {
  return pageHead({
    title: "Signing in",
    description: "The last step of signing in, confirming an email address or choosing a new password.",
    canonical: paths.authHandler,
    robots: "noindex",
  });
}

/** Enters with the session of a confirmed address. */
async function entered({ session }: { session: AuthSession | null }): Promise<Stage | null> {
  if (session === null) return { at: "changed" };
  await completeSignIn(session);
  return null;
}

/** The address of an account was changed. That ends its sessions; a browser that was signed in gets a new one. */
async function changeAddress(token: string): Promise<Stage> {
  // Not while the old session is being taken up: it is about to end.
  const { state } = await sessionKnown();
  const { session } = await authApi.verifyEmail({ token });
  if (session !== null) await (state === "signedIn" ? replaceSession(session) : signIn(session));
  return { at: "changed" };
}

/** Does what the address came for. Null: the person is in and on the way to the next page. */
async function run(errand: Errand): Promise<Stage | null> {
  try {
    switch (errand.kind) {
      case "verify": {
        const ticket = keptTicket();
        return await entered(
          await authApi.verifyEmail({ token: errand.token, ...(ticket !== null && { ticket }) }),
        );
      }
      case "change":
        return await changeAddress(errand.token);
      case "oidc":
        await completeSignIn(await authApi.finishOidc({ state: errand.state, code: errand.code }));
        return null;
      case "reset":
        return { at: "reset", token: errand.token };
      default:
        return { at: errand.kind };
    }
  } catch (cause) {
    return stageOf(failedConnection(cause), errand);
  }
}

/** The landing of mailed links and of other services. What the address carries is read once and taken out of it. */
export default function AuthHandlerPage() {
  const [stage, setStage] = useState<Stage>({ at: "working", errand: null });
  const begun = useRef(false);

  const begin = (errand: Errand) => {
    setStage({ at: "working", errand });
    void run(errand).then((next) => next !== null && setStage(next));
  };

  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const errand = errandOf(location.search);
    history.replaceState(history.state, "", location.pathname);
    void run(errand).then((next) => next !== null && setStage(next));
  }, []);

  switch (stage.at) {
    case "working":
      return (
        <EntryFrame title="One moment">
          <p role="status">Signing you in…</p>
        </EntryFrame>
      );
    case "password":
      return <VerifyWithPassword token={stage.token} onStage={setStage} />;
    case "code":
      return <CodeAfterService state={stage.state} onStage={setStage} />;
    case "reset":
      return <Reset token={stage.token} onStage={setStage} />;
    case "failed":
      return (
        <EntryFrame title="That didn’t work" lead={failureText(stage.failure)}>
          <div className={forms.actions}>
            {stage.errand.kind !== "oidc" && (
              <Button tone="accent" size="lg" onClick={() => begin(stage.errand)}>
                <Icon name="refresh" />
                Try again
              </Button>
            )}
            <LinkButton size="lg" href={paths.signin}>
              Back to sign-in
            </LinkButton>
          </div>
        </EntryFrame>
      );
    default:
      return <Outcome stage={stage} />;
  }
}

type Settled = Exclude<Stage, { at: "working" | "password" | "code" | "reset" | "failed" }>;

interface OutcomeText {
  title: string;
  lead: string;
  href: string;
  label: string;
}

function outcomeText(stage: Settled): OutcomeText {
  switch (stage.at) {
    case "changed":
      return {
        title: "Email address changed",
        lead: "Use your new address to sign in from now on. All emails go there, too.",
        href: paths.profile,
        label: "Go to your profile",
      };
    case "resetDone":
      return {
        title: "Password changed",
        lead: "You’ve been signed out on all devices, including this one. Sign in with your new password.",
        href: paths.signin,
        label: "Sign in",
      };
    case "expired":
      return stage.errand === "reset"
        ? {
            title: "This link has expired",
            lead: "It was already used, replaced by a newer one, or sent more than 30 minutes ago. Request a new one.",
            href: paths.forgot,
            label: "Request a new link",
          }
        : {
            title: "This link has expired",
            lead: "It was already used or is too old. If you’ve confirmed your address, just sign in. If not, sign in and we’ll offer you a new link.",
            href: paths.signin,
            label: "Sign in",
          };
    case "suspended":
      return {
        title: "This account is suspended",
        lead: "The operator of this site has suspended it. If you think this is a mistake, contact them; the legal page says how.",
        href: paths.legal,
        label: "Legal",
      };
    case "declined":
      return {
        title: "You’re not signed in",
        lead: "The other service didn’t confirm the sign-in. Try again, or use your email address.",
        href: paths.signin,
        label: "Back to sign-in",
      };
    case "nothing":
      return {
        title: "No sign-in in progress",
        lead: "This page completes a sign-in or a link from an email. The link you followed may be incomplete.",
        href: paths.signin,
        label: "Sign in",
      };
  }
}

function Outcome({ stage }: { stage: Settled }) {
  const { title, lead, href, label } = outcomeText(stage);
  return (
    <EntryFrame title={title} lead={lead}>
      <div className={forms.actions}>
        <LinkButton tone="accent" size="lg" href={href}>
          {label}
        </LinkButton>
      </div>
    </EntryFrame>
  );
}

interface TokenFormProps {
  token: string;
  onStage: (stage: Stage) => void;
}

/** The mailed link was opened in another browser than the sign-up: the password proves whose it is. */
function VerifyWithPassword({ token, onStage }: TokenFormProps) {
  const form = useForm({
    ...accountFailures,
    check: (fields) => ({ password: passwordError(fields) }),
    send: async (fields) => {
      const stage = await entered(
        await authApi.verifyEmail({ token, password: exactTextOf(fields, "password") }),
      );
      if (stage !== null) onStage(stage);
    },
    onFailure: (cause) => {
      const failure = failedConnection(cause);
      if (failure.code !== "INVALID_GRANT" && failure.status !== 423) return false;
      onStage(stageOf(failure, { kind: "verify", token }));
      return true;
    },
  });
  return (
    <EntryFrame
      title="Confirm it’s you"
      lead="You signed up in another browser. Enter the password you chose there to confirm your address."
    >
      <Form form={form}>
        <PasswordField label="Password" name="password" purpose="current" required autoFocus />
        <div className={forms.actions}>
          <SubmitButton size="lg" busyText="Confirming…">
            Confirm and sign in
          </SubmitButton>
        </div>
      </Form>
    </EntryFrame>
  );
}

interface CodeAfterServiceProps {
  /** The state of the sign-in at the other service. */
  state: string;
  onStage: (stage: Stage) => void;
}

/** The other service knows who it is; the account asks for the code of its authenticator as well. */
function CodeAfterService({ state, onStage }: CodeAfterServiceProps) {
  const { leaving, enter } = useEntry();
  return (
    <EntryFrame title="One more step" lead="Enter the six-digit code from your authenticator app.">
      <CodeForm
        signIn={(code) => authApi.confirmOidc({ state, code })}
        leaving={leaving}
        enter={enter}
        onFailure={(failure) => {
          if (failure.code !== "INVALID_GRANT" && failure.status !== 423) return false;
          onStage(stageOf(failure, { kind: "oidc", state, code: "" }));
          return true;
        }}
        back={
          <LinkButton tone="quiet" href={paths.signin}>
            Back to sign-in
          </LinkButton>
        }
      />
    </EntryFrame>
  );
}

function Reset({ token, onStage }: TokenFormProps) {
  const form = useForm({
    ...accountFailures,
    check: (fields) => ({ password: newPasswordError(fields) }),
    send: async (fields) => {
      await authApi.resetPassword({ token, password: exactTextOf(fields, "password") });
      if (currentSession().state === "signedIn") await leaveSession();
      onStage({ at: "resetDone" });
    },
    onFailure: (failure) => {
      if (failedConnection(failure).code !== "INVALID_GRANT") return false;
      onStage({ at: "expired", errand: "reset" });
      return true;
    },
  });
  return (
    <EntryFrame
      title="Choose a new password"
      lead="This signs you out on every device, in case someone else has access."
    >
      <Form form={form}>
        <NewPasswordField email="" />
        <div className={forms.actions}>
          <SubmitButton size="lg" busyText="Changing…">
            Change password
          </SubmitButton>
        </div>
      </Form>
    </EntryFrame>
  );
}
