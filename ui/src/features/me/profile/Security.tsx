import { useQueryClient } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { readUri } from "../../../api/address";
import type { Identity, Me } from "../../../api/person";
import { keyOf, useApi } from "../../../api/query";
import { reads } from "../../../api/reads";
import { leaveSession, updateIdentity, useSession } from "../../../api/session";
import { markup, openAlert } from "../../../design/alert";
import { Button } from "../../../design/Button";
import { FormMessage } from "../../../design/forms/FormMessage";
import { useAction } from "../../../design/forms/useAction";
import { lazyDialog } from "../../../design/lazyDialog";
import { paths } from "../../../lib/paths";
import { meApi } from "../api";
import { Devices } from "./Devices";
import { EmailDialog } from "./EmailDialog";
import { PasswordDialog } from "./PasswordDialog";
import { Row, Section } from "./Section";
import section from "./Section.module.css";
import s from "./Security.module.css";

const SecondStep = lazyDialog(() => import("./SecondStep"));

type Open = "email" | "password" | "totp" | null;

/** The credentials: from the session as soon as it is there, before that from the page's data. */
function useIdentity(): Identity | null {
  const { identity } = useSession();
  const read = useApi(readUri(reads.identity), { enabled: identity === null });
  return identity ?? (read.state === "ready" ? read.data : null);
}

/** Asks first; ends every session, this one included. */
function useSignOutEverywhere(): { ask: () => void; failure: string | null } {
  const { run, failure } = useAction(async () => {
    await meApi.signOutEverywhere();
    await leaveSession();
  });
  const ask = () =>
    openAlert({
      title: "Sign out everywhere?",
      html: markup`<p>You’ll have to sign in again on every device, including this one.</p>`,
      buttons: [
        { text: "Cancel" },
        { text: "Sign out everywhere", tone: "danger", onPress: () => void run() },
      ],
    });
  return { ask, failure };
}

/** How one proves to be oneself, and where one is signed in. */
export function Security({ me }: { me: Me }) {
  const client = useQueryClient();
  const identity = useIdentity();
  const everywhere = useSignOutEverywhere();
  const [open, setOpen] = useState<Open>(null);
  const [done, setDone] = useState<string | null>(null);
  const email = identity?.email ?? me.email;
  const close = () => setOpen(null);
  const finished = (said: string) => {
    setOpen(null);
    setDone(said);
  };
  const changeIdentity = (next: Identity) => {
    client.setQueryData(keyOf(readUri(reads.identity)), next);
    updateIdentity(next);
  };

  return (
    <>
      {done !== null && <FormMessage tone="success">{done}</FormMessage>}
      {everywhere.failure !== null && <FormMessage>{everywhere.failure}</FormMessage>}
      <SignInMethods email={email} identity={identity} onOpen={setOpen} />
      <Devices onSignOutEverywhere={everywhere.ask} />
      {open === "email" && (
        <EmailDialog
          hasPassword={identity?.hasPassword !== false}
          onClose={close}
          onDone={(address) =>
            finished(`We’ve sent an email to ${address}. Open the link in it to change your address.`)
          }
        />
      )}
      {open === "password" && (
        <PasswordDialog
          email={email}
          onClose={close}
          onDone={() => finished("Password changed. You’ve been signed out everywhere else.")}
        />
      )}
      {open === "totp" && identity !== null && (
        <Suspense fallback={null}>
          <SecondStep
            identity={identity}
            onClose={close}
            onChange={(totpEnabled, said) => {
              changeIdentity({ ...identity, totpEnabled });
              if (said !== null) finished(said);
            }}
          />
        </Suspense>
      )}
    </>
  );
}

interface SignInMethodsProps {
  email: string | null;
  identity: Identity | null;
  onOpen: (dialog: Open) => void;
}

function SignInMethods({ email, identity, onOpen }: SignInMethodsProps) {
  const hasPassword = identity?.hasPassword !== false;
  return (
    <Section title="Sign-in">
      <div className={section.rows}>
        <Row title="Email address" action={<Button onClick={() => onOpen("email")}>Change</Button>}>
          <span className={s.email}>{email}</span>
        </Row>
        <Row
          title="Password"
          action={
            hasPassword ? (
              <Button onClick={() => onOpen("password")}>Change</Button>
            ) : (
              <a className="btn btn-plain" href={paths.forgot}>
                Set password
              </a>
            )
          }
        >
          {hasPassword
            ? "Changing it signs you out everywhere else."
            : "None yet. You sign in with another service."}
        </Row>
        <Row
          title="Two-factor authentication"
          action={
            <Button disabled={identity === null} onClick={() => onOpen("totp")}>
              {identity?.totpEnabled === true ? "Turn off" : "Set up"}
            </Button>
          }
        >
          {identity?.totpEnabled === true
            ? "On. You need a code from your authenticator app to sign in."
            : identity?.totpRequired === true
              ? "Your role requires it. Set it up to continue."
              : "Off. Adds a code from an authenticator app to your password."}
        </Row>
        {identity !== null && identity.providers.length > 0 && (
          <Row title="Other sign-in methods">
            {identity.providers.map(({ displayName }) => displayName).join(", ")}
          </Row>
        )}
      </div>
    </Section>
  );
}
