import { useId, useRef, useState } from "react";
import { useSite } from "../../api/site";
import { Button } from "../../design/Button";
import { Dialog } from "../../design/Dialog";
import { FormMessage, TextArea } from "../../design/Field";
import { FormDialog } from "../../design/FormDialog";
import { useDeed } from "../../design/useDeed";
import { longDate } from "../../lib/format";
import { MAX_NOTE, REASONS, type Reportable, type ReportReason, type ReportReceipt } from "./reasons";
import { sendReport } from "./send-report";

interface ReportDialogProps {
  /** What can be reported here; the first is what the button stands at. */
  things: readonly [Reportable, ...Reportable[]];
  onClose: () => void;
}

/** Says what is wrong with something, in one short form. What was filled in stays until it has arrived; then there is a receipt. */
export default function ReportDialog({ things, onClose }: ReportDialogProps) {
  const [thing, setThing] = useState<Reportable>(things[0]);
  const [reason, setReason] = useState<ReportReason | null>(null);
  const [missing, setMissing] = useState(false);
  const [note, setNote] = useState("");
  const [receipt, setReceipt] = useState<ReportReceipt | null>(null);
  const group = useId();
  const reasons = useRef<HTMLFieldSetElement>(null);
  const deed = useDeed();

  if (receipt !== null) return <Receipt receipt={receipt} onClose={onClose} />;

  const submit = () => {
    if (reason === null) {
      setMissing(true);
      reasons.current?.querySelector("input")?.focus();
      return;
    }
    const { kind, targetId } = thing;
    void deed.run(async () => setReceipt(await sendReport({ kind, targetId, reason, note })));
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
      {things.length > 1 && (
        <div className="form-field">
          <label className="form-label" htmlFor={`${group}-thing`}>
            What is it about?
          </label>
          <select
            id={`${group}-thing`}
            className="field select"
            value={things.indexOf(thing)}
            onChange={(event) => setThing(things[Number(event.target.value)] ?? things[0])}
          >
            {things.map((one, place) => (
              <option key={`${one.kind} ${one.targetId}`} value={place}>
                {one.label}
              </option>
            ))}
          </select>
        </div>
      )}
      <fieldset
        ref={reasons}
        className="report-part"
        aria-describedby={missing ? `${group}-missing` : undefined}
      >
        <legend className="form-label">What is wrong with it?</legend>
        {missing && (
          <div id={`${group}-missing`}>
            <FormMessage>Choose what is wrong.</FormMessage>
          </div>
        )}
        <div className="options">
          {REASONS.map(({ reason: one, name, text }) => (
            <Choice
              key={one}
              group={`${group}-reason`}
              name={name}
              text={text}
              checked={one === reason}
              onChoose={() => {
                setReason(one);
                setMissing(false);
              }}
            />
          ))}
        </div>
      </fieldset>
      <TextArea
        label="Anything else we should know? (optional)"
        name="note"
        value={note}
        maxLength={MAX_NOTE}
        dir="auto"
        onChange={(event) => setNote(event.target.value)}
        hint={
          thing.kind === "reply"
            ? "We keep a copy of this reply and of the line it answers. Nobody but the people who run this site sees your report."
            : "We keep a copy of it as it is now. Nobody but the people who run this site sees your report."
        }
      />
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
            <dd>{receipt.id}</dd>
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
            To add something later,{" "}
            <a className="text-link" href={contact}>
              get in touch
            </a>{" "}
            and give the report number.
          </p>
        )}
      </div>
    </Dialog>
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
