import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { readUri } from "../../../api/address";
import type { Identity, Me } from "../../../api/person";
import { keyOf, useApi } from "../../../api/query";
import { reads } from "../../../api/reads";
import { leaveSession, replaceSession, updateIdentity, useSession } from "../../../api/session";
import { markup, openAlert } from "../../../design/alert";
import { Button } from "../../../design/Button";
import { Dialog } from "../../../design/Dialog";
import { PasswordField, TextField } from "../../../design/forms/Field";
import { Form } from "../../../design/forms/Form";
import { FormMessage } from "../../../design/forms/FormMessage";
import { SubmitButton } from "../../../design/forms/SubmitButton";
import { useAction } from "../../../design/forms/useAction";
import { exactTextOf, textOf, useForm } from "../../../design/forms/useForm";
import { paths } from "../../../lib/paths";
import {
  accountFailures,
  emailError,
  NewPasswordField,
  newPasswordError,
  passwordError,
} from "../../identity/public";
import { meApi } from "../api";
import { Devices } from "./Devices";
import { Row, Section } from "./Section";
import section from "./Section.module.css";

const SecondStep = lazy(() => import("./SecondStep"));

type Open = "email" | "password" | "totp" | null;

/** The credentials: from the session as soon as it is there, before that from the page's data. */
function useIdentity(): Identity | null {
  const { identity } = useSession();
  const read = useApi(readUri(reads.identity), { enabled: identity === null });
  return identity ?? (read.state === "ready" ? read.data : null);
}

/** How one proves to be oneself, and where one is signed in. */
export function Security({ me }: { me: Me }) {
  const client = useQueryClient();
  const identity = useIdentity();
  const [open, setOpen] = useState<Open>(null);
  const [done, setDone] = useState<string | null>(null);
  const everywhere = useAction(async () => {
    await meApi.signOutEverywhere();
    await leaveSession();
  });
  const close = () => setOpen(null);
  const finished = (said: string) => {
    setOpen(null);
    setDone(said);
  };
  const changeIdentity = (next: Identity) => {
    client.setQueryData(keyOf(readUri(reads.identity)), next);
    updateIdentity(next);
  };

  const signOutEverywhere = () =>
    openAlert({
      title: "Sign out everywhere?",
      html: markup`<p>You’ll have to sign in again on every device, including this one.</p>`,
      buttons: [
        { text: "Cancel" },
        {
          text: "Sign out everywhere",
          tone: "danger",
          onPress: () => void everywhere.run(),
        },
      ],
    });

  const email = identity?.email ?? me.email;
  return (
    <>
      {done !== null && <FormMessage tone="success">{done}</FormMessage>}
      {everywhere.failure !== null && <FormMessage>{everywhere.failure}</FormMessage>}
      <Section title="Sign-in">
        <div className={section.rows}>
          <Row title="Email address" action={<Button onClick={() => setOpen("email")}>Change</Button>}>
            <span className="break-words">{email}</span>
          </Row>
          <Row
            title="Password"
            action={
              identity?.hasPassword === false ? (
                <a className="btn btn-plain" href={paths.forgot}>
                  Set password
                </a>
              ) : (
                <Button onClick={() => setOpen("password")}>Change</Button>
              )
            }
          >
            {identity?.hasPassword === false
              ? "None yet. You sign in with another service."
              : "Changing it signs you out everywhere else."}
          </Row>
          <Row
            title="Two-factor authentication"
            action={
              <Button disabled={identity === null} onClick={() => setOpen("totp")}>
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
      <Devices onSignOutEverywhere={signOutEverywhere} />
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

interface EmailDialogProps {
  hasPassword: boolean;
  onClose: () => void;
  onDone: (address: string) => void;
}

function EmailDialog({ hasPassword, onClose, onDone }: EmailDialogProps) {
  const form = useForm({
    ...accountFailures,
    check: (fields) => ({
      newEmail: emailError(fields, "newEmail"),
      password: hasPassword ? passwordError(fields) : null,
    }),
    send: async (fields) => {
      const newEmail = textOf(fields, "newEmail");
      await meApi.changeEmail({ password: exactTextOf(fields, "password"), newEmail });
      onDone(newEmail);
    },
  });
  return (
    <Dialog id="email" title="Change email address" open onClose={onClose}>
      <Form
        form={form}
        lead={<p>We’ll send a link to the new address. Nothing changes until you open it.</p>}
      >
        <TextField
          label="New email address"
          name="newEmail"
          type="email"
          autoComplete="email"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={254}
          required
          autoFocus
        />
        {hasPassword && <PasswordField label="Password" name="password" purpose="current" required />}
        <SubmitButton size="lg" busyText="Sending…">
          Send link
        </SubmitButton>
      </Form>
    </Dialog>
  );
}

interface PasswordDialogProps {
  email: string;
  onClose: () => void;
  onDone: () => void;
}

function PasswordDialog({ email, onClose, onDone }: PasswordDialogProps) {
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
