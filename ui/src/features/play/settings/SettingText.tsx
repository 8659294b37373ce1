import { useState } from "react";
import { Button } from "../../../design/Button";
import { TextArea } from "../../../design/forms/Field";
import { Form } from "../../../design/forms/Form";
import { SubmitButton } from "../../../design/forms/SubmitButton";
import { useForm } from "../../../design/forms/useForm";
import { useUnsaved } from "../../../design/forms/useUnsaved";
import panel from "../panels/PanelPart.module.css";

interface SettingTextProps {
  label: string;
  name: string;
  value: string | null;
  /** In code points. */
  limit: number;
  hint: string;
  onSave: (value: string | null) => void;
}

const lengthOf = (text: string) => Array.from(text).length;

/** What is wrong with a text for a setting; null when nothing is. */
export function tooLong(text: string, limit: number): string | null {
  const over = lengthOf(text.trim()) - limit;
  return over > 0 ? `${over === 1 ? "1 character" : `${over} characters`} too many.` : null;
}

/** A longer text of the settings; it is saved by a press, since half a sentence should not steer anybody. */
export function SettingText({ label, name, value, limit, hint, onSave }: SettingTextProps) {
  const [text, setText] = useState(value ?? "");
  const changed = text.trim() !== (value ?? "");
  const error = tooLong(text, limit);

  const form = useForm({
    disabledReason: error,
    send: async () => onSave(text.trim() === "" ? null : text.trim()),
  });
  useUnsaved(changed);

  return (
    <Form form={form}>
      <TextArea
        label={label}
        name={name}
        value={text}
        rows={4}
        hint={hint}
        error={error}
        dir="auto"
        onChange={(event) => setText(event.target.value)}
      />
      {changed && (
        <div className={panel.row}>
          <SubmitButton tone="plain" busyText="Save">
            Save
          </SubmitButton>
          <Button tone="quiet" onClick={() => setText(value ?? "")}>
            Undo
          </Button>
        </div>
      )}
    </Form>
  );
}
