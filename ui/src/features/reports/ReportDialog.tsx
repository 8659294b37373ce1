import { useId, useState } from "react";
import { useSession } from "../../api/session";
import { SelectField, TextArea, TextField } from "../../design/forms/Field";
import forms from "../../design/forms/Form.module.css";
import { FormDialog } from "../../design/forms/FormDialog";
import { FormMessage } from "../../design/forms/FormMessage";
import { RadioOptions } from "../../design/forms/RadioOptions";
import { exactTextOf, type FieldErrors, textOf, useForm } from "../../design/forms/useForm";
import { sendReport } from "./api";
import { Receipt } from "./Receipt";
import s from "./ReportDialog.module.css";
import {
  MAX_NOTE,
  needsNote,
  noteOf,
  type Reportable,
  type ReportReason,
  type ReportReceipt,
  reasonsFor,
} from "./reasons";

interface ReportDialogProps {
  /** What can be reported here; the first is what the button stands at. */
  things: readonly [Reportable, ...Reportable[]];
  onClose: () => void;
}

const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** The first thing that is missing or wrong. */
function firstError(reason: ReportReason | null, note: string, replyTo: string): FieldErrors {
  if (reason === null) return { reason: "Choose what is wrong." };
  if (needsNote(reason) && note === "")
    return { note: "Say which work it is, for example with its title or a link." };
  if (replyTo !== "" && !EMAIL.test(replyTo))
    return { replyTo: "Enter an address like name@example.org, or leave it empty." };
  return {};
}

/**
 * Reports what is wrong with something, in one short form. What was filled in stays until it has arrived; then there is
 * a receipt.
 */
export default function ReportDialog({ things, onClose }: ReportDialogProps) {
  const [thing, setThing] = useState<Reportable>(things[0]);
  const [reason, setReason] = useState<ReportReason | null>(null);
  const [receipt, setReceipt] = useState<ReportReceipt | null>(null);
  // An account has its own address to reach its owner.
  const asksEmail = useSession().viewer === null;
  const form = useForm({
    check: (fields) => firstError(reason, textOf(fields, "note"), textOf(fields, "replyTo")),
    send: async (fields) => {
      if (reason === null) return;
      const { kind, targetId } = thing;
      const replyTo = textOf(fields, "replyTo");
      const note = noteOf(thing, exactTextOf(fields, "note"));
      setReceipt(await sendReport({ kind, targetId, reason, note, ...(replyTo !== "" && { replyTo }) }));
    },
  });
  const choose = (next: Reportable) => {
    setThing(next);
    if (!reasonsFor(next.kind).some((one) => one.reason === reason)) setReason(null);
  };

  if (receipt !== null) return <Receipt receipt={receipt} reason={reason} onClose={onClose} />;
  return (
    <FormDialog
      id="report"
      title="Report"
      form={form}
      action="Send report"
      busyAction="Sending…"
      onClose={onClose}
    >
      {things.length > 1 && <ThingField things={things} thing={thing} onChoose={choose} />}
      <ReasonField thing={thing} reason={reason} error={form.errors.reason} onChoose={setReason} />
      <NoteField thing={thing} reason={reason} />
      {asksEmail && <EmailField />}
    </FormDialog>
  );
}

interface ThingFieldProps {
  things: readonly [Reportable, ...Reportable[]];
  thing: Reportable;
  onChoose: (thing: Reportable) => void;
}

function ThingField({ things, thing, onChoose }: ThingFieldProps) {
  return (
    <SelectField
      label="What is it about?"
      name="thing"
      className="select"
      value={things.indexOf(thing)}
      onChange={(event) => onChoose(things[Number(event.target.value)] ?? things[0])}
    >
      {things.map((one, place) => (
        <option key={`${one.kind} ${one.targetId}`} value={place}>
          {one.label}
        </option>
      ))}
    </SelectField>
  );
}

interface ReasonFieldProps {
  thing: Reportable;
  reason: ReportReason | null;
  error: string | null | undefined;
  onChoose: (reason: ReportReason) => void;
}

function ReasonField({ thing, reason, error, onChoose }: ReasonFieldProps) {
  const id = useId();
  return (
    <fieldset className={s.part} aria-describedby={error ? id : undefined}>
      <legend className={forms.label}>What is wrong?</legend>
      {error && (
        <div id={id}>
          <FormMessage>{error}</FormMessage>
        </div>
      )}
      <RadioOptions
        name="reason"
        choices={reasonsFor(thing.kind).map(({ reason: value, name: label, text }) => ({
          value,
          label,
          text,
        }))}
        value={reason}
        onChange={onChoose}
        invalid={Boolean(error)}
      />
    </fieldset>
  );
}

function NoteField({ thing, reason }: { thing: Reportable; reason: ReportReason | null }) {
  return (
    <TextArea
      label={
        needsNote(reason)
          ? "Which work was copied, and where can we see it?"
          : "Anything else we should know? (optional)"
      }
      name="note"
      maxLength={MAX_NOTE - noteOf(thing, "").length - 1}
      required={needsNote(reason)}
      dir="auto"
      hint={
        thing.kind === "reply"
          ? "We keep a copy of this reply and of the line it answers. Nobody but the people who run this site sees your report."
          : "We keep a copy of it as it is now. Nobody but the people who run this site sees your report."
      }
    />
  );
}

function EmailField() {
  return (
    <TextField
      label="Your email address (optional)"
      name="replyTo"
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="off"
      spellCheck={false}
      maxLength={254}
      hint="Only if you’d like an answer. We delete it after 90 days."
    />
  );
}
