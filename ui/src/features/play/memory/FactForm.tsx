import { useEffect, useState } from "react";
import { Button } from "../../../design/Button";
import { TextArea } from "../../../design/forms/Field";
import { Form } from "../../../design/forms/Form";
import forms from "../../../design/forms/Form.module.css";
import { SubmitButton } from "../../../design/forms/SubmitButton";
import { useForm } from "../../../design/forms/useForm";
import { useUnsaved } from "../../../design/forms/useUnsaved";
import { cx } from "../../../lib/classes";
import panel from "../panels/PanelPart.module.css";
import s from "./Memory.module.css";
import { FACT_CHARS, factError } from "./rules";

interface FactFormProps {
  text: string;
  label: string;
  pinned: boolean;
  submit: string;
  /** Takes the focus when it appears. */
  eager?: boolean;
  onSave: (text: string, pinned: boolean) => Promise<void>;
  onCancel?: () => void;
}

/** The text of a fact, new or changed. Its buttons come once there is something to save. */
export function FactForm(props: FactFormProps) {
  const { text: initial, label, pinned: isPinned, submit, eager = false, onSave, onCancel } = props;
  const [text, setText] = useState(initial);
  const [pinned, setPinned] = useState(isPinned);
  const form = useForm({
    check: () => ({ fact: factError(text) }),
    send: async () => {
      await onSave(text.trim(), pinned);
      setText("");
    },
    atFields: (failure) => ({ fact: failure.message }),
  });
  useUnsaved(text.trim() !== "" && text !== initial);

  const { element } = form;
  useEffect(() => {
    if (eager) element.current?.querySelector("textarea")?.focus();
  }, [eager, element]);

  return (
    <Form form={form} className={cx(forms.form, s.form)}>
      <TextArea
        label={label}
        name="fact"
        rows={2}
        value={text}
        maxLength={FACT_CHARS * 2}
        placeholder="Mara never takes the left stair."
        dir="auto"
        onChange={(event) => setText(event.target.value)}
      />
      {(text !== "" || onCancel !== undefined) && (
        <div className={panel.row}>
          <SubmitButton tone={onCancel === undefined ? "accent" : "plain"} busyText="Saving…">
            {submit}
          </SubmitButton>
          {onCancel !== undefined && (
            <Button tone="quiet" onClick={onCancel}>
              Cancel
            </Button>
          )}
          <label className={s.check}>
            <input type="checkbox" checked={pinned} onChange={(event) => setPinned(event.target.checked)} />
            Pinned
          </label>
        </div>
      )}
    </Form>
  );
}
