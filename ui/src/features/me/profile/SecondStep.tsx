import { useState } from "react";
import { encode } from "uqr";
import type { Answer } from "../../../api/operations";
import type { Identity } from "../../../api/person";
import { Button } from "../../../design/Button";
import { Dialog } from "../../../design/Dialog";
import { PasswordField, TextField } from "../../../design/forms/Field";
import { Form } from "../../../design/forms/Form";
import forms from "../../../design/forms/Form.module.css";
import { FormMessage } from "../../../design/forms/FormMessage";
import { SubmitButton } from "../../../design/forms/SubmitButton";
import { exactTextOf, textOf, useForm } from "../../../design/forms/useForm";
import { cx } from "../../../lib/classes";
import { accountFailures, passwordError } from "../../identity/public";
import { meApi } from "../api";
import s from "./SecondStep.module.css";

interface SecondStepProps {
  identity: Identity;
  onClose: () => void;
  /** `said` is null while there is still something to show (the recovery codes). */
  onChange: (enabled: boolean, said: string | null) => void;
}

type Enrolment = Answer<"POST /auth/totp/enrol">;

/** Switches the second step on, in three steps, or off. */
export default function SecondStep({ identity, onClose, onChange }: SecondStepProps) {
  // What was true when the dialog opened: confirming must not turn it into the other one.
  const [removes] = useState(identity.totpEnabled);
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);

  if (removes) {
    return (
      <Dialog id="totp" title="Turn off two-factor authentication" open onClose={onClose}>
        <RemoveForm onDone={() => onChange(false, "Two-factor authentication is off.")} />
      </Dialog>
    );
  }
  if (codes !== null) {
    const done = () => onChange(true, "Two-factor authentication is on.");
    return (
      <Dialog id="totp" title="Save your recovery codes" open onClose={done}>
        <RecoveryCodes codes={codes} onDone={done} />
      </Dialog>
    );
  }
  return (
    <Dialog id="totp" title="Set up two-factor authentication" open onClose={onClose}>
      {enrolment === null ? (
        <EnrolForm onDone={setEnrolment} />
      ) : (
        <ConfirmForm
          enrolment={enrolment}
          onDone={(next) => {
            setCodes(next);
            onChange(true, null);
          }}
        />
      )}
    </Dialog>
  );
}

const codeError = (fields: FormData) => (textOf(fields, "code") === "" ? "Enter the code." : null);
const codeOf = (fields: FormData) => textOf(fields, "code").replace(/\s/g, "");

function CodeField({ focused = false }: { focused?: boolean }) {
  return (
    <TextField
      label="Code"
      name="code"
      className="field-code"
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCapitalize="off"
      spellCheck={false}
      maxLength={40}
      required
      autoFocus={focused}
    />
  );
}

function EnrolForm({ onDone }: { onDone: (enrolment: Enrolment) => void }) {
  const form = useForm({
    ...accountFailures,
    check: (fields) => ({ password: passwordError(fields) }),
    send: async (fields) => {
      onDone(await meApi.enrolTotp(exactTextOf(fields, "password")));
    },
  });
  return (
    <Form form={form} lead={<p>You need an authenticator app on your phone. First, enter your password.</p>}>
      <PasswordField label="Password" name="password" purpose="current" required autoFocus />
      <SubmitButton size="lg" busyText="Checking…">
        Continue
      </SubmitButton>
    </Form>
  );
}

function ConfirmForm({
  enrolment,
  onDone,
}: {
  enrolment: Enrolment;
  onDone: (codes: readonly string[]) => void;
}) {
  const form = useForm({
    ...accountFailures,
    check: (fields) => ({ code: codeError(fields) }),
    send: async (fields) => {
      onDone((await meApi.confirmTotp(codeOf(fields))).recoveryCodes);
    },
  });
  return (
    <Form form={form} lead={<ScanLead enrolment={enrolment} />}>
      <CodeField focused />
      <SubmitButton size="lg" busyText="Checking…">
        Turn on
      </SubmitButton>
    </Form>
  );
}

function ScanLead({ enrolment }: { enrolment: Enrolment }) {
  return (
    <>
      <p>Scan this with your authenticator app, then enter the six-digit code it shows.</p>
      <QrCode text={enrolment.otpauthUri} />
      <p className={forms.hint}>
        Can’t scan it? Enter this key by hand: <code className={s.secret}>{grouped(enrolment.secret)}</code>
      </p>
    </>
  );
}

const grouped = (secret: string) => secret.match(/.{1,4}/g)?.join(" ") ?? secret;

/** Always dark on light: that is what cameras read. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { ecc: "M", border: 2 });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return (
    <svg
      className={s.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="QR code for your authenticator app"
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}

function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const [copied, setCopied] = useState<"yes" | "no" | null>(null);
  const copy = () =>
    navigator.clipboard.writeText(codes.join("\n")).then(
      () => setCopied("yes"),
      () => setCopied("no"),
    );
  return (
    <div className={forms.form}>
      <p>
        Each code signs you in once without your phone. They’re only shown now, so print them or keep them
        with your passwords.
      </p>
      <ol className={cx("numbers", s.recovery)}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      {copied === "no" && <FormMessage>Couldn’t copy. Select the codes and copy them by hand.</FormMessage>}
      <div className="dialog-actions">
        <Button autoFocus onClick={() => void copy()}>
          {copied === "yes" ? "Copied" : "Copy all"}
        </Button>
        <Button tone="accent" onClick={onDone}>
          I’ve saved them
        </Button>
      </div>
    </div>
  );
}

function RemoveForm({ onDone }: { onDone: () => void }) {
  const form = useForm({
    ...accountFailures,
    check: (fields) => ({ password: passwordError(fields), code: codeError(fields) }),
    send: async (fields) => {
      await meApi.removeTotp({ password: exactTextOf(fields, "password"), code: codeOf(fields) });
      onDone();
    },
  });
  return (
    <Form form={form} lead={<p>You’ll sign in with your password only.</p>}>
      <PasswordField label="Password" name="password" purpose="current" required autoFocus />
      <CodeField />
      <SubmitButton size="lg" busyText="Turning off…">
        Turn off
      </SubmitButton>
    </Form>
  );
}
