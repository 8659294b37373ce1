import { Button } from "../../design/Button";
import { countdownText, useCountdown } from "../../design/forms/countdown";
import forms from "../../design/forms/Form.module.css";
import { FormMessage } from "../../design/forms/FormMessage";
import { useAction } from "../../design/forms/useAction";
import { Icon } from "../../design/Icon";
import s from "./CheckMail.module.css";
import { accountFailures } from "./failures";

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

/** A mail is on its way: where it went, what to do with it, and another one if it does not come. */
export function CheckMail({ email, children, resend, onOtherAddress }: CheckMailProps) {
  const [wait, setWait] = useCountdown(RESEND_SECS);
  const again = useAction(
    async () => {
      setWait(RESEND_SECS);
      await resend(email);
    },
    {
      say: accountFailures.say,
      onFailure: (failure) => {
        setWait(accountFailures.waitSecs(failure));
        return false;
      },
    },
  );

  return (
    <div className={forms.form}>
      <p className={s.address}>
        <Icon name="mail" />
        <b>{email}</b>
      </p>
      <p>{children}</p>
      {again.done && <FormMessage tone="success">We’ve sent another email.</FormMessage>}
      {again.failure !== null && <FormMessage>{again.failure}</FormMessage>}
      <p className={forms.hint}>
        Nothing after a minute or two? Check your spam folder, and make sure the address above is right.
      </p>
      <div className={forms.actions}>
        <Button size="lg" className="numbers" disabled={wait > 0} onClick={() => void again.run()}>
          {wait > 0 ? `Send again in ${countdownText(wait)}` : "Send again"}
        </Button>
        <Button tone="quiet" onClick={onOtherAddress}>
          Use another address
        </Button>
      </div>
    </div>
  );
}
