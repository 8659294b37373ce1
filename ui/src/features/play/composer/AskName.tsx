import { type Ref, useId, useImperativeHandle, useState } from "react";
import { Form } from "../../../design/forms/Form";
import { SubmitButton } from "../../../design/forms/SubmitButton";
import { cx } from "../../../lib/classes";
import { useNaming } from "../useNaming";
import s from "./AskName.module.css";

/** What the composer can ask of the question before it sends. */
export interface AskNameHandle {
  /** Takes the name that stands in the field, if one does; false where it could not be kept, or is being kept already. */
  take: () => Promise<boolean>;
}

interface AskNameProps {
  ref: Ref<AskNameHandle>;
  /** The name is known. */
  onDone: () => void;
}

/** Asked once, in the first story, beside the field for the first line: who just writes has answered, too. */
export function AskName({ ref, onDone }: AskNameProps) {
  const [name, setName] = useState("");
  const form = useNaming({ known: "", optional: true, onDone });
  const id = useId();
  const wanted = name.trim();
  const { name: error } = form.errors;

  useImperativeHandle(ref, () => ({ take: async () => wanted === "" || form.submit() }));

  return (
    <Form form={form} className={s.askName}>
      <label className={s.label} htmlFor={id}>
        What should they call you?
      </label>
      <div className={s.row}>
        <input
          id={id}
          className={s.field}
          name="name"
          value={name}
          onChange={(event) => setName(event.target.value)}
          placeholder="Your name"
          autoComplete="nickname"
          autoCapitalize="words"
          spellCheck={false}
          enterKeyHint="done"
          dir="auto"
          aria-describedby={`${id}-hint`}
          aria-invalid={error ? true : undefined}
        />
        {wanted !== "" && (
          <SubmitButton tone="plain" busyText="Saving…">
            Save name
          </SubmitButton>
        )}
      </div>
      <p id={`${id}-hint`} className={error ? cx(s.hint, s.over) : s.hint} role="status">
        {error ?? "Or just write. Only you can see this name."}
      </p>
    </Form>
  );
}
