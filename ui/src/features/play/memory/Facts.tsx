import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { failedConnection } from "../../../api/errors";
import { Button, IconButton } from "../../../design/Button";
import { TextArea } from "../../../design/forms/Field";
import { FormMessage } from "../../../design/forms/FormMessage";
import { Icon } from "../../../design/Icon";
import { cx } from "../../../lib/classes";
import type { MemoryProps } from "../contracts";
import { usePlay } from "../PlayContext";
import { useJump } from "../panels/useJump";
import type { Fact } from "../wire";
import { memoryCalls } from "./calls";
import { FACT_CHARS, factError } from "./rules";

/** Changes the list as it is on screen by then. */
type ChangeFacts = (next: (now: readonly Fact[]) => Fact[]) => void;

interface FactsProps {
  facts: readonly Fact[];
  pin: MemoryProps["pin"];
  onChange: ChangeFacts;
}

/** What must stay true, a line each: written down here, pinned, changed and forgotten. */
export function Facts({ facts, pin, onChange }: FactsProps) {
  const { chatID, announce } = usePlay();
  const [forgotten, setForgotten] = useState<Fact | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const id = useId();

  const run = async (deed: () => Promise<void>) => {
    setFailure(null);
    try {
      await deed();
    } catch (cause) {
      setFailure(failedConnection(cause).message);
    }
  };

  const put = (fact: Fact) =>
    onChange((now) =>
      now.some((each) => each.id === fact.id)
        ? now.map((each) => (each.id === fact.id ? fact : each))
        : [...now, fact],
    );

  const add = async (text: string, pinned: boolean, messageId?: string) => {
    put(await memoryCalls.add(chatID, { text, pinned, ...(messageId !== undefined && { messageId }) }));
    setForgotten(null);
    announce("Fact added.");
  };

  const forget = (fact: Fact) =>
    run(async () => {
      await memoryCalls.forget(fact.id);
      onChange((now) => now.filter((each) => each.id !== fact.id));
      setForgotten(fact);
    });

  return (
    <section className="panel-part" aria-labelledby={id}>
      <h3 className="panel-heading" id={id}>
        Facts
      </h3>
      <p className="panel-lead">
        Short statements that must stay true. Pinned facts are always in the prompt.
      </p>
      {failure !== null && <FormMessage>{failure}</FormMessage>}
      <FactForm
        key={pin?.messageId ?? ""}
        text={pin?.text ?? ""}
        label={pin === null ? "New fact" : "New fact from this message"}
        pinned
        submit="Add fact"
        eager={pin !== null}
        onSave={(text, pinned) => add(text, pinned, pin?.messageId)}
      />
      {facts.length === 0 ? (
        <p className="memory-none">No facts yet.</p>
      ) : (
        <ul className="fact-list">
          {facts.map((fact) => (
            <FactRow
              key={fact.id}
              fact={fact}
              onSave={async (change) =>
                put(await memoryCalls.change(fact.id, { ...change, version: fact.version }))
              }
              onPin={() =>
                void run(async () =>
                  put(await memoryCalls.change(fact.id, { pinned: !fact.pinned, version: fact.version })),
                )
              }
              onForget={() => void forget(fact)}
            />
          ))}
        </ul>
      )}
      <p role="status" className="memory-undo">
        {forgotten !== null && (
          <>
            Fact deleted.{" "}
            <button
              type="button"
              className="text-link"
              onClick={() =>
                void run(() => add(forgotten.text, forgotten.pinned, forgotten.sourceMessageId ?? undefined))
              }
            >
              Undo
            </button>
          </>
        )}
      </p>
    </section>
  );
}

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

function FactForm({
  text: initial,
  label,
  pinned: isPinned,
  submit,
  eager = false,
  onSave,
  onCancel,
}: FactFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [text, setText] = useState(initial);
  const [pinned, setPinned] = useState(isPinned);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  useEffect(() => {
    if (eager) form.current?.querySelector("textarea")?.focus();
  }, [eager]);

  const save = async () => {
    const wrong = factError(text);
    setError(wrong);
    if (wrong !== null || busy) return;
    setBusy(true);
    try {
      await onSave(text.trim(), pinned);
      setText("");
    } catch (cause) {
      setError(failedConnection(cause).message);
    } finally {
      setBusy(false);
    }
  };

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };

  return (
    <form className="form fact-form" ref={form} noValidate onSubmit={onSubmit}>
      <TextArea
        label={label}
        name="fact"
        rows={2}
        value={text}
        maxLength={FACT_CHARS * 2}
        error={error}
        placeholder="Mara never takes the left stair."
        dir="auto"
        onChange={(event) => setText(event.target.value)}
      />
      {(text !== "" || onCancel !== undefined) && (
        <div className="form-row">
          <Button
            type="submit"
            tone={onCancel === undefined ? "gold" : "plain"}
            aria-busy={busy || undefined}
          >
            {busy ? "Saving…" : submit}
          </Button>
          {onCancel !== undefined && (
            <Button tone="quiet" onClick={onCancel}>
              Cancel
            </Button>
          )}
          <label className="check">
            <input type="checkbox" checked={pinned} onChange={(event) => setPinned(event.target.checked)} />
            Pinned
          </label>
        </div>
      )}
    </form>
  );
}

interface FactRowProps {
  fact: Fact;
  onSave: (change: { text: string; pinned: boolean }) => Promise<void>;
  onPin: () => void;
  onForget: () => void;
}

function FactRow({ fact, onSave, onPin, onForget }: FactRowProps) {
  const { story } = usePlay();
  const jump = useJump();
  const [editing, setEditing] = useState(false);
  const { text, pinned, sourceMessageId, holds } = fact;
  if (editing)
    return (
      <li className="fact">
        <FactForm
          text={text}
          label="Fact"
          pinned={pinned}
          submit="Save"
          eager
          onSave={async (next, nextPinned) => {
            await onSave({ text: next, pinned: nextPinned });
            setEditing(false);
          }}
          onCancel={() => setEditing(false)}
        />
      </li>
    );
  return (
    <li className={cx("fact", !holds && "is-elsewhere")}>
      <p className="fact-text" dir="auto">
        {text}
      </p>
      <div className="fact-tools">
        {sourceMessageId !== null && (
          <button
            type="button"
            className="text-link fact-source"
            onClick={() => jump(() => story.goTo(sourceMessageId))}
          >
            {holds ? "Show in story" : "Show in another branch"}
          </button>
        )}
        <IconButton label="Pinned" title={pinned ? "Unpin" : "Pin"} aria-pressed={pinned} onClick={onPin}>
          <Icon name="pin" />
        </IconButton>
        <IconButton label="Edit" onClick={() => setEditing(true)}>
          <Icon name="edit" />
        </IconButton>
        <IconButton label="Delete" onClick={onForget}>
          <Icon name="trash" />
        </IconButton>
      </div>
    </li>
  );
}
