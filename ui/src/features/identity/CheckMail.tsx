import { useEffect, useState } from "react";
import { failedConnection } from "../../api/errors";
import { Button } from "../../design/Button";
import { FormMessage } from "../../design/forms/FormMessage";
import { Icon } from "../../design/Icon";
import s from "./CheckMail.module.css";
import { countdownText, failureText, waitSecs } from "./failures";

/** Seconds between two mails to the same address. */
const RESEND_SECS = 60;

interface CheckMailProps {
  email: string;
  /** What the mail is for, in one sentence. */
  children: string;
  /** Sends it again. */
  resend: (email: string) => Promise<unknown>;
  onOtherAddress: () => void;
}

type Sent = { state: "waiting" } | { state: "again" } | { state: "failed"; text: string };

/** A mail is on its way: where it went, what to do with it, and another one if it does not come. */
export function CheckMail({ email, children, resend, onOtherAddress }: CheckMailProps) {
  const [wait, setWait] = useState(RESEND_SECS);
  const [sent, setSent] = useState<Sent>({ state: "waiting" });

  useEffect(() => {
    if (wait <= 0) return;
    const timer = setTimeout(() => setWait(wait - 1), 1_000);
    return () => clearTimeout(timer);
  }, [wait]);

  const again = async () => {
    setWait(RESEND_SECS);
    try {
      await resend(email);
      setSent({ state: "again" });
    } catch (cause) {
      const failure = failedConnection(cause);
      setWait(waitSecs(failure));
      setSent({ state: "failed", text: failureText(failure) });
    }
  };

  return (
    <div className="form">
      <p className={s.address}>
        <Icon name="mail" />
        <b>{email}</b>
      </p>
      <p>{children}</p>
      {sent.state === "again" && <FormMessage tone="success">We’ve sent another email.</FormMessage>}
      {sent.state === "failed" && <FormMessage>{sent.text}</FormMessage>}
      <p className="form-hint">
        Nothing after a minute or two? Check your spam folder, and make sure the address above is right.
      </p>
      <div className="form-actions">
        <Button size="lg" className="numbers" disabled={wait > 0} onClick={() => void again()}>
          {wait > 0 ? `Send again in ${countdownText(wait)}` : "Send again"}
        </Button>
        <Button tone="quiet" onClick={onOtherAddress}>
          Use another address
        </Button>
      </div>
    </div>
  );
}
