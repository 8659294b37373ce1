import { type FormEvent, type Ref, useId, useImperativeHandle } from "react";
import { Button } from "../../../design/Button";
import { useNaming } from "../useNaming";

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

/** Asked once, in the first story, beside the field for the first line: whoever just writes has answered, too. */
export function AskName({ ref, onDone }: AskNameProps) {
  const { name, setName, busy, error, save } = useNaming("", onDone);
  const id = useId();
  const wanted = name.trim();

  const take = async () => wanted === "" || save();
  useImperativeHandle(ref, () => ({ take }));

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void take();
  };

  return (
    <form className="ask-name" onSubmit={submit} noValidate>
      <label className="ask-name-label" htmlFor={id}>
        What should they call you?
      </label>
      <div className="ask-name-row">
        <input
          id={id}
          className="ask-name-field"
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
          aria-invalid={error !== null || undefined}
        />
        {wanted !== "" && (
          <Button type="submit" aria-busy={busy || undefined}>
            {busy ? "Saving…" : "Save name"}
          </Button>
        )}
      </div>
      <p
        id={`${id}-hint`}
        className={error === null ? "ask-name-hint" : "ask-name-hint composer-over"}
        role="status"
      >
        {error ?? "Or just write. Only you can see this name."}
      </p>
    </form>
  );
}
