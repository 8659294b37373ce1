import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from "react";
import { failedConnection } from "../../../api/errors";
import { Button } from "../../../design/Button";
import forms from "../../../design/forms/Form.module.css";
import { FormMessage } from "../../../design/forms/FormMessage";
import { useAction } from "../../../design/forms/useAction";
import { useDraft } from "../../../design/forms/useDraft";
import { cx } from "../../../lib/classes";
import { usePlay, useTurn } from "../PlayContext";
import type { EditMode, Message } from "../types";
import s from "./Editor.module.css";
import { useInView } from "./useInView";

/** Texts of edits that were not saved, while the page is open: scrolling away or a stray key loses nothing. */
const drafts = new Map<string, string>();

function currentOf(data: unknown): Message | null {
  const current: unknown = typeof data === "object" && data !== null ? Reflect.get(data, "current") : null;
  return typeof current === "object" && current !== null && "id" in current && "content" in current
    ? (current as Message)
    : null;
}

/** Puts the caret behind the last word, without moving the page. */
function useFocusAtEnd(field: RefObject<HTMLTextAreaElement | null>): void {
  useLayoutEffect(() => {
    const element = field.current;
    if (element === null) return;
    element.focus({ preventScroll: true });
    element.setSelectionRange(element.value.length, element.value.length);
  }, [field]);
}

/** The text of a message while it is edited, and saving it: over the version it was opened with, or beside it. */
function useEdit(message: Message, onDone: () => void) {
  const { story, announce } = usePlay();
  const { text, write, drop } = useDraft(drafts, message.id, message.content);
  const [version] = useState(message.version);
  /** The message as somebody else has changed it meanwhile. */
  const [other, setOther] = useState<Message | null>(null);
  const close = () => {
    drop();
    onDone();
  };
  const { run, given, busy, failure } = useAction(
    async (mode: EditMode, from: number) => {
      setOther(null);
      await story.edit(message.id, text, mode, from);
      announce(mode === "replace" ? "Saved" : "Saved as a new branch");
      close();
    },
    {
      onFailure: (cause) => {
        const failed = failedConnection(cause);
        const current = failed.status === 409 ? currentOf(failed.responseData) : null;
        setOther(current);
        return current !== null;
      },
    },
  );
  const save = (mode: EditMode, from = version) => void run(mode, from);
  return { text, write, close, save, saving: given?.[0] ?? null, busy, failure, other };
}

/** A message as something to be written: replaced, or kept beside a new branch. */
export function Editor({ message, onDone }: { message: Message; onDone: () => void }) {
  const turn = useTurn();
  const editor = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const { text, write, close, save, saving, busy, failure, other } = useEdit(message, onDone);
  useFocusAtEnd(field);
  useInView(editor, field);

  const unchanged = text === message.content;
  const unsendable = text.trim() === "" || unchanged;
  const disabled = unsendable || busy || turn !== null;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      if (unchanged) close();
      else onDone();
    } else if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !unsendable) {
      event.preventDefault();
      save("replace");
    }
  };

  return (
    <div className={s.editor} ref={editor} data-testid="editor">
      <textarea
        ref={field}
        className={cx("field field-area", s.field)}
        aria-label={`Text of this message by ${message.name}`}
        dir="auto"
        value={text}
        onChange={(event) => write(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {failure !== null && <FormMessage>{failure} Your text is still here.</FormMessage>}
      {other !== null && (
        <Conflict other={other} onKeepMine={() => save("replace", other.version)} onUseOther={close} />
      )}
      <div className={s.actions}>
        <Button busy={saving === "replace"} disabled={disabled} onClick={() => save("replace")}>
          Save
        </Button>
        <Button busy={saving === "branch"} disabled={disabled} onClick={() => save("branch")}>
          Save as a new branch
        </Button>
        <Button tone="quiet" onClick={close}>
          Cancel
        </Button>
        <span className={forms.hint}>
          Save replaces the text. A new branch keeps this version and everything after it.
        </span>
      </div>
    </div>
  );
}

interface ConflictProps {
  other: Message;
  onKeepMine: () => void;
  onUseOther: () => void;
}

/** The message was changed elsewhere: the reader chooses whose words stay. */
function Conflict({ other, onKeepMine, onUseOther }: ConflictProps) {
  const { story } = usePlay();
  const choose = (then: () => void) => () => {
    story.takeCurrent(other);
    then();
  };
  return (
    <FormMessage>
      <p>This message was changed in another window. It now says:</p>
      <blockquote className={s.other} dir="auto">
        {other.content}
      </blockquote>
      <div className={s.actions}>
        <Button onClick={choose(onKeepMine)}>Keep mine</Button>
        <Button tone="quiet" onClick={choose(onUseOther)}>
          Use the other one
        </Button>
      </div>
    </FormMessage>
  );
}
