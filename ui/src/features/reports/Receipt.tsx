import { useState } from "react";
import { useSite } from "../../api/site";
import { Button } from "../../design/Button";
import { Dialog } from "../../design/Dialog";
import forms from "../../design/forms/Form.module.css";
import { Icon } from "../../design/Icon";
import { contactAbout, contactText } from "../../lib/contact";
import { longDate } from "../../lib/dates";
import { paths } from "../../lib/paths";
import s from "./Receipt.module.css";
import type { ReportReason, ReportReceipt } from "./reasons";

interface ReceiptProps {
  receipt: ReportReceipt;
  reason: ReportReason | null;
  onClose: () => void;
}

/** What a report is known by, and what happens next; for somebody who read of self-harm, whom to talk to. */
export function Receipt({ receipt, reason, onClose }: ReceiptProps) {
  const { contact } = useSite();
  return (
    <Dialog
      id="report-receipt"
      title="Thank you, we have your report"
      open
      onClose={onClose}
      actions={
        <Button tone="accent" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div role="status">
        <p>{receipt.next}</p>
        {reason === "selfHarm" && (
          <p>
            If you or someone else is in danger,{" "}
            <a className="text-link" href={paths.safety}>
              here is whom to call
            </a>
            .
          </p>
        )}
        <dl className={s.receipt}>
          <div>
            <dt>Report number</dt>
            <dd className={s.number}>
              <code>{receipt.id}</code>
              <CopyButton text={receipt.id} />
            </dd>
          </div>
          <div>
            <dt>Received</dt>
            <dd>
              <time dateTime={receipt.receivedOn}>{longDate(receipt.receivedOn)}</time>
            </dd>
          </div>
        </dl>
        {contact !== null && (
          <p>
            To add something later, write to{" "}
            <a className="text-link" href={contactAbout(contact, `Report ${receipt.id}`)}>
              {contactText(contact)}
            </a>{" "}
            and give the report number.
          </p>
        )}
      </div>
    </Dialog>
  );
}

/** Copies a text, and returns whether it did. */
function CopyButton({ text }: { text: string }) {
  const [copied, setCopied] = useState<"yes" | "no" | null>(null);
  // A page without a secure connection has no clipboard.
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied("yes");
    } catch {
      setCopied("no");
    }
  };
  return (
    <>
      <Button onClick={() => void copy()}>
        <Icon name={copied === "yes" ? "check" : "copy"} />
        {copied === "yes" ? "Copied" : "Copy"}
      </Button>
      <span className={forms.hint} role="status">
        {copied === "no" && "Couldn’t copy. Select the number and copy it by hand."}
      </span>
    </>
  );
}
