import { useState } from "react";
import { Button } from "../../../design/Button";
import { SelectField, TextArea, TextField } from "../../../design/forms/Field";
import { Form } from "../../../design/forms/Form";
import forms from "../../../design/forms/Form.module.css";
import { SubmitButton } from "../../../design/forms/SubmitButton";
import { useForm } from "../../../design/forms/useForm";
import { useUnsaved } from "../../../design/forms/useUnsaved";
import { cx } from "../../../lib/classes";
import panel from "../panels/PanelPart.module.css";
import type { AuthorsNote } from "../types";
import s from "./AuthorsNoteForm.module.css";
import { INSTRUCTION_CHARS, NOTE_DEPTH, NOTE_INTERVAL, within } from "./rules";
import setting from "./Settings.module.css";
import { tooLong } from "./SettingText";

const ROLES: readonly { role: AuthorsNote["role"]; label: string }[] = [
  { role: "system", label: "As an instruction" },
  { role: "user", label: "As your message" },
  { role: "assistant", label: "As a character’s message" },
];

interface AuthorsNoteFormProps {
  note: AuthorsNote;
  onSave: (note: AuthorsNote) => void;
}

/** The note as it is typed. */
type Typed = { text: string; depth: string; interval: string; role: AuthorsNote["role"] };

const typedOf = ({ text, depth, interval, role }: AuthorsNote): Typed => ({
  text,
  depth: String(depth),
  interval: String(interval),
  role,
});

const numberOf = (typed: string) => (typed.trim() === "" ? Number.NaN : Number(typed));

const noteOf = ({ text, depth, interval, role }: Typed): AuthorsNote => ({
  text: text.trim(),
  depth: within(numberOf(depth), NOTE_DEPTH),
  interval: within(numberOf(interval), NOTE_INTERVAL),
  role,
});

/** Whether saving would make a difference; where an empty note stands makes none. */
function differs(next: AuthorsNote, saved: AuthorsNote): boolean {
  if (next.text !== saved.text) return true;
  if (next.text === "") return false;
  return next.depth !== saved.depth || next.interval !== saved.interval || next.role !== saved.role;
}

/** A line for the model to keep in mind, near the newest messages. */
export function AuthorsNoteForm({ note: saved, onSave }: AuthorsNoteFormProps) {
  const [typed, setTyped] = useState(() => typedOf(saved));
  const error = tooLong(typed.text, INSTRUCTION_CHARS);
  const next = noteOf(typed);
  const changed = differs(next, saved);
  const form = useForm({ disabledReason: error, send: async () => onSave(next) });
  useUnsaved(changed);

  return (
    <Form form={form} data-setting="authorsNote" className={cx(forms.form, setting.setting)}>
      <TextArea
        label="Author's note"
        name="authorsNote"
        value={typed.text}
        rows={3}
        error={error}
        hint="Placed near the latest messages, so it carries more weight than the scenario: a mood, a direction, a rule."
        placeholder="The storm is getting worse. Nobody has slept."
        dir="auto"
        onChange={(event) => setTyped({ ...typed, text: event.target.value })}
      />
      {(typed.text.trim() !== "" || saved.text !== "") && (
        <PlaceFields typed={typed} interval={next.interval} onChange={setTyped} />
      )}
      {changed && (
        <div className={panel.row}>
          <SubmitButton tone="plain" busyText="Save note">
            {next.text === "" ? "Remove note" : "Save note"}
          </SubmitButton>
          <Button tone="quiet" onClick={() => setTyped(typedOf(saved))}>
            Undo
          </Button>
        </div>
      )}
    </Form>
  );
}

interface PlaceFieldsProps {
  typed: Typed;
  interval: number;
  onChange: (typed: Typed) => void;
}

/** Where the note stands in the prompt, how often, and as whose words. */
function PlaceFields({ typed, interval, onChange }: PlaceFieldsProps) {
  return (
    <div className={setting.fields}>
      <TextField
        label="Depth"
        name="depth"
        type="number"
        inputMode="numeric"
        min={NOTE_DEPTH.min}
        max={NOTE_DEPTH.max}
        value={typed.depth}
        hint="Messages after it"
        onChange={(event) => onChange({ ...typed, depth: event.target.value })}
      />
      <TextField
        label="Interval"
        name="interval"
        type="number"
        inputMode="numeric"
        min={NOTE_INTERVAL.min}
        max={NOTE_INTERVAL.max}
        value={typed.interval}
        hint={interval === 1 ? "Every message" : `Every ${interval} messages`}
        onChange={(event) => onChange({ ...typed, interval: event.target.value })}
      />
      <div className={s.noteRole}>
        <SelectField
          label="Role"
          name="role"
          value={typed.role}
          onChange={({ target }) =>
            onChange({ ...typed, role: ROLES.find(({ role }) => role === target.value)?.role ?? typed.role })
          }
        >
          {ROLES.map(({ role, label }) => (
            <option key={role} value={role}>
              {label}
            </option>
          ))}
        </SelectField>
      </div>
    </div>
  );
}
