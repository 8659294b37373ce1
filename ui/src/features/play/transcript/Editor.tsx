import { type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import { failedConnection } from "../../../api/errors";
import { Button } from "../../../design/Button";
import { FormMessage } from "../../../design/forms/FormMessage";
import { usePlay, useTurn } from "../PlayContext";
import type { EditMode, Message } from "../wire";
import { useInView } from "./useInView";

/** Texts of edits that were not saved, while the page is open: scrolling away or a stray key loses nothing. */
const unsaved = new Map<string, string>();

type Trouble = { kind: "failed"; message: string } | { kind: "conflict"; current: Message };

function currentOf(data: unknown): Message | null {
  const current: unknown = typeof data === "object" && data !== null ? Reflect.get(data, "current") : null;
  return typeof current === "object" && current !== null && "id" in current && "content" in current
    ? (current as Message)
    : null;
}

/** A message as something to be written: replaced, or kept beside a new branch. */
export function Editor({ message, onDone }: { message: Message; onDone: () => void }) {
  const { story, announce } = usePlay();
  const turn = useTurn();
  const editor = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(() => unsaved.get(message.id) ?? message.content);
  const [version] = useState(message.version);
  const [busy, setBusy] = useState<EditMode | null>(null);
  const [trouble, setTrouble] = useState<Trouble | null>(null);

  useLayoutEffect(() => {
    const element = field.current;
    if (element === null) return;
    element.focus({ preventScroll: true });
    element.setSelectionRange(element.value.length, element.value.length);
  }, []);
  useInView(editor, field);

  const close = () => {
    unsaved.delete(message.id);
    onDone();
  };

  const save = async (mode: EditMode, from = version) => {
    setBusy(mode);
    setTrouble(null);
    try {
      await story.edit(message.id, text, mode, from);
      announce(mode === "replace" ? "Saved" : "Saved as a new branch");
      close();
    } catch (cause) {
      const failure = failedConnection(cause);
      const current = failure.status === 409 ? currentOf(failure.responseData) : null;
      setTrouble(
        current === null ? { kind: "failed", message: failure.message } : { kind: "conflict", current },
      );
      setBusy(null);
    }
  };

  const unchanged = text === message.content;
  const empty = text.trim() === "";
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      if (unchanged) close();
      else onDone();
    } else if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !empty && !unchanged) {
      event.preventDefault();
      void save("replace");
    }
  };

  return (
    <div className="editor" ref={editor}>
      <textarea
        ref={field}
        className="field field-area editor-field"
        aria-label={`Text of this message by ${message.name}`}
        dir="auto"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          unsaved.set(message.id, event.target.value);
        }}
        onKeyDown={onKeyDown}
      />
      {trouble?.kind === "failed" && <FormMessage>{trouble.message} Your text is still here.</FormMessage>}
      {trouble?.kind === "conflict" && (
        <FormMessage>
          <p>This message was changed in another window. It now says:</p>
          <blockquote className="editor-other" dir="auto">
            {trouble.current.content}
          </blockquote>
          <div className="editor-actions">
            <Button
              onClick={() => {
                story.takeCurrent(trouble.current);
                void save("replace", trouble.current.version);
              }}
            >
              Keep mine
            </Button>
            <Button
              tone="quiet"
              onClick={() => {
                story.takeCurrent(trouble.current);
                close();
              }}
            >
              Use the other one
            </Button>
          </div>
        </FormMessage>
      )}
      <div className="editor-actions">
        <Button
          busy={busy === "replace"}
          disabled={empty || unchanged || busy !== null || turn !== null}
          onClick={() => void save("replace")}
        >
          Save
        </Button>
        <Button
          busy={busy === "branch"}
          disabled={empty || unchanged || busy !== null || turn !== null}
          onClick={() => void save("branch")}
        >
          Save as a new branch
        </Button>
        <Button tone="quiet" onClick={close}>
          Cancel
        </Button>
        <span className="form-hint">
          Save replaces the text. A new branch keeps this version and everything after it.
        </span>
      </div>
    </div>
  );
}
