import { useId, useRef, useState } from "react";
import { useSession } from "../../api/session";
import { useSite } from "../../api/site";
import { Button } from "../../design/Button";
import { Dialog } from "../../design/Dialog";
import { TextArea, TextField } from "../../design/forms/Field";
import { FormDialog } from "../../design/forms/FormDialog";
import { FormMessage } from "../../design/forms/FormMessage";
import { useDeed } from "../../design/forms/useDeed";
import { Icon } from "../../design/Icon";
import { contactAbout, contactWords } from "../../lib/contact";
import { longDate } from "../../lib/format";
import {
  MAX_NOTE,
  needsNote,
  noteOf,
  type Reportable,
  type ReportReason,
  type ReportReceipt,
  reasonsFor,
} from "./reasons";
import { sendReport } from "./send-report";

interface ReportDialogProps {
  /** What can be reported here; the first is what the button stands at. */
  things: readonly [Reportable, ...Reportable[]];
  onClose: () => void;
}

const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** What is missing or wrong in the form. */
type Fault = "reason" | "note" | "email";

/** Says what is wrong with something, in one short form. What was filled in stays until it has arrived; then there is a receipt. */
export default function ReportDialog({ things, onClose }: ReportDialogProps) {
  const [thing, setThing] = useState<Reportable>(things[0]);
  const [reason, setReason] = useState<ReportReason | null>(null);
  const [fault, setFault] = useState<Fault | null>(null);
  const [note, setNote] = useState("");
  const [email, setEmail] = useState("");
  const [receipt, setReceipt] = useState<ReportReceipt | null>(null);
  const group = useId();
  const form = useRef<HTMLDivElement>(null);
  const deed = useDeed();
  // How those with an account are reached, it says itself.
  const asksEmail = useSession().viewer === null;
  const choices = reasonsFor(thing.kind);
  const missing = fault === "reason";

  if (receipt !== null) return <Receipt receipt={receipt} onClose={onClose} />;

  const submit = () => {
    const replyTo = email.trim();
    const wrong = (what: Fault, field: string) => {
      setFault(what);
      form.current?.querySelector<HTMLElement>(field)?.focus();
    };
    if (reason === null) return wrong("reason", "input[type=radio]");
    if (needsNote(reason) && note.trim() === "") return wrong("note", "textarea");
    if (replyTo !== "" && !EMAIL.test(replyTo)) return wrong("email", "input[type=email]");
    const { kind, targetId } = thing;
    const body = { kind, targetId, reason, note: noteOf(thing, note), ...(replyTo !== "" && { replyTo }) };
    void deed.run(async () => setReceipt(await sendReport(body)));
  };
  const choose = (next: Reportable) => {
    setThing(next);
    if (!reasonsFor(next.kind).some((one) => one.reason === reason)) setReason(null);
  };

  return (
    <FormDialog
      id="report"
      title="Report"
      action="Send report"
      busyAction="Sending…"
      deed={deed}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="form" ref={form}>
        {things.length > 1 && (
          <div className="form-field">
            <label className="form-label" htmlFor={`${group}-thing`}>
              What is it about?
            </label>
            <select
              id={`${group}-thing`}
              className="field select"
              value={things.indexOf(thing)}
              onChange={(event) => choose(things[Number(event.target.value)] ?? things[0])}
            >
              {things.map((one, place) => (
                <option key={`${one.kind} ${one.targetId}`} value={place}>
                  {one.label}
                </option>
              ))}
            </select>
          </div>
        )}
        <fieldset className="report-part" aria-describedby={missing ? `${group}-missing` : undefined}>
          <legend className="form-label">What is wrong?</legend>
          {missing && (
            <div id={`${group}-missing`}>
              <FormMessage>Choose what is wrong.</FormMessage>
            </div>
          )}
          <div className="options">
            {choices.map(({ reason: one, name, text }) => (
              <Choice
                key={one}
                group={`${group}-reason`}
                name={name}
                text={text}
                checked={one === reason}
                onChoose={() => {
                  setReason(one);
                  setFault(null);
                }}
              />
            ))}
          </div>
        </fieldset>
        <TextArea
          label={
            needsNote(reason)
              ? "Which work was copied, and where can we see it?"
              : "Anything else we should know? (optional)"
          }
          name="note"
          value={note}
          maxLength={MAX_NOTE - noteOf(thing, "").length - 1}
          required={needsNote(reason)}
          error={fault === "note" ? "Say which work it is, for example with its title or a link." : null}
          dir="auto"
          onChange={(event) => {
            setNote(event.target.value);
            if (fault === "note") setFault(null);
          }}
          hint={
            thing.kind === "reply"
              ? "We keep a copy of this reply and of the line it answers. Nobody but the people who run this site sees your report."
              : "We keep a copy of it as it is now. Nobody but the people who run this site sees your report."
          }
        />
        {asksEmail && (
          <TextField
            label="Your email address (optional)"
            name="replyTo"
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={254}
            value={email}
            error={fault === "email" ? "Enter an address like name@example.org, or leave it empty." : null}
            onChange={(event) => {
              setEmail(event.target.value);
              if (fault === "email") setFault(null);
            }}
            hint="Only if you’d like an answer. We delete it after 90 days."
          />
        )}
      </div>
    </FormDialog>
  );
}

function Receipt({ receipt, onClose }: { receipt: ReportReceipt; onClose: () => void }) {
  const { contact } = useSite();
  return (
    <Dialog
      id="report-receipt"
      title="Thank you, we have your report"
      open
      onClose={onClose}
      actions={
        <Button tone="gold" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div role="status">
        <p>{receipt.next}</p>
        <dl className="report-receipt">
          <div>
            <dt>Report number</dt>
            <dd className="report-number">
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
              {contactWords(contact)}
            </a>{" "}
            and give the report number.
          </p>
        )}
      </div>
    </Dialog>
  );
}

/** Copies a text, and says whether it did. */
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
      <span className="form-hint" role="status">
        {copied === "no" && "Couldn’t copy. Select the number and copy it by hand."}
      </span>
    </>
  );
}

interface ChoiceProps {
  group: string;
  name: string;
  text?: string | undefined;
  checked: boolean;
  onChoose: () => void;
}

function Choice({ group, name, text, checked, onChoose }: ChoiceProps) {
  return (
    <label className="option">
      <input type="radio" name={group} checked={checked} onChange={onChoose} />
      <span>
        <span className="option-name" dir="auto">
          {name}
        </span>
        {text !== undefined && <span className="option-text">{text}</span>}
      </span>
    </label>
  );
}
