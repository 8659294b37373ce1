import { type FormEvent, type Ref, useId, useImperativeHandle, useState } from "react";
import { failedConnection } from "../../../api/errors";
import { Button } from "../../../design/Button";
import { usePlay } from "../PlayContext";

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
  const { story } = usePlay();
  const [name, setName] = useState("");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const id = useId();
  const wanted = name.trim();

  const take = async () => {
    if (wanted === "") return true;
    if (busy) return false;
    setBusy(true);
    setError(null);
    try {
      await story.namePlayer(wanted);
      onDone();
      return true;
    } catch (cause) {
      const failure = failedConnection(cause);
      setError(failure.fieldMessage("/name") ?? failure.message);
      return false;
    } finally {
      setBusy(false);
    }
  };
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
          placeholder="Your name here"
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
