import { useState } from "react";
import { Button } from "../../../design/Button";
import { SelectField, TextArea, TextField } from "../../../design/forms/Field";
import { Form } from "../../../design/forms/Form";
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

/** A line for the model to keep in mind, near the newest messages. */
export function AuthorsNoteForm({ note: saved, onSave }: AuthorsNoteFormProps) {
  const [text, setText] = useState(saved.text);
  const [depth, setDepth] = useState(String(saved.depth));
  const [interval, setInterval] = useState(String(saved.interval));
  const [role, setRole] = useState(saved.role);
  const error = tooLong(text, INSTRUCTION_CHARS);
  const next: AuthorsNote = {
    text: text.trim(),
    depth: within(depth.trim() === "" ? Number.NaN : Number(depth), NOTE_DEPTH),
    interval: within(interval.trim() === "" ? Number.NaN : Number(interval), NOTE_INTERVAL),
    role,
  };
  const changed =
    next.text !== saved.text ||
    (next.text !== "" &&
      (next.depth !== saved.depth || next.interval !== saved.interval || next.role !== saved.role));

  const form = useForm({ disabledReason: error, send: async () => onSave(next) });
  useUnsaved(changed);

  const undo = () => {
    setText(saved.text);
    setDepth(String(saved.depth));
    setInterval(String(saved.interval));
    setRole(saved.role);
  };

  return (
    <Form form={form} data-setting="authorsNote" className={cx("form", setting.setting)}>
      <TextArea
        label="Author's note"
        name="authorsNote"
        value={text}
        rows={3}
        error={error}
        hint="Placed near the latest messages, so it carries more weight than the scenario: a mood, a direction, a rule."
        placeholder="The storm is getting worse. Nobody has slept."
        dir="auto"
        onChange={(event) => setText(event.target.value)}
      />
      {(text.trim() !== "" || saved.text !== "") && (
        <div className={setting.fields}>
          <TextField
            label="Depth"
            name="depth"
            type="number"
            inputMode="numeric"
            min={NOTE_DEPTH.min}
            max={NOTE_DEPTH.max}
            value={depth}
            hint="Messages after it"
            onChange={(event) => setDepth(event.target.value)}
          />
          <TextField
            label="Interval"
            name="interval"
            type="number"
            inputMode="numeric"
            min={NOTE_INTERVAL.min}
            max={NOTE_INTERVAL.max}
            value={interval}
            hint={next.interval === 1 ? "Every message" : `Every ${next.interval} messages`}
            onChange={(event) => setInterval(event.target.value)}
          />
          <div className={s.noteRole}>
            <SelectField
              label="Role"
              name="role"
              value={role}
              onChange={(event) =>
                setRole(ROLES.find((each) => each.role === event.target.value)?.role ?? role)
              }
            >
              {ROLES.map((each) => (
                <option key={each.role} value={each.role}>
                  {each.label}
                </option>
              ))}
            </SelectField>
          </div>
        </div>
      )}
      {changed && (
        <div className={panel.row}>
          <SubmitButton tone="plain" busyText="Save note">
            {next.text === "" ? "Remove note" : "Save note"}
          </SubmitButton>
          <Button tone="quiet" onClick={undo}>
            Undo
          </Button>
        </div>
      )}
    </Form>
  );
}
