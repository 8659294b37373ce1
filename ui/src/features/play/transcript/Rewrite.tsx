import { type RefObject, useEffect, useRef, useState } from "react";
import { failedConnection } from "../../../api/errors";
import { Button } from "../../../design/Button";
import { Dialog } from "../../../design/Dialog";
import { TextArea } from "../../../design/forms/Field";
import forms from "../../../design/forms/Form.module.css";
import { FormMessage } from "../../../design/forms/FormMessage";
import { useAction } from "../../../design/forms/useAction";
import { cx } from "../../../lib/classes";
import { useMessage, usePlay } from "../PlayContext";
import s from "./Rewrite.module.css";

/** Events after which something else may be marked. */
const READ_AT = ["select", "selectionchange", "keyup", "pointerup"] as const;

/** Where the marked text stands; nothing when there is none. */
function markOf(text: string, selected: string | null): { start: number; end: number } {
  const at = selected === null ? -1 : text.indexOf(selected);
  return at < 0 ? { start: 0, end: 0 } : { start: at, end: at + (selected?.length ?? 0) };
}

interface Range {
  start: number;
  end: number;
}

/** What is marked in the field; nothing can be changed there. `selected` is marked at first. */
function useMarked(
  source: RefObject<HTMLTextAreaElement | null>,
  original: string,
  selected: string | null,
): Range {
  const [marked, setMarked] = useState(() => markOf(original, selected));

  // Only once: a mark made with the mouse or with Shift and the arrows has an end that stays, and setting the range would lose it.
  useEffect(() => {
    const field = source.current;
    if (field === null) return;
    const { start, end } = markOf(original, selected);
    field.setSelectionRange(start, end);
    // Browsers report it in different ways: at the field, at the document, or only after the key or the button.
    const read = () => {
      if (field.ownerDocument.activeElement !== field) return;
      const { selectionStart, selectionEnd } = field;
      setMarked((now) =>
        now.start === selectionStart && now.end === selectionEnd
          ? now
          : { start: selectionStart, end: selectionEnd },
      );
    };
    const stay = (event: Event) => event.preventDefault();
    for (const name of READ_AT) field.addEventListener(name, read);
    document.addEventListener("selectionchange", read);
    field.addEventListener("beforeinput", stay);
    return () => {
      for (const name of READ_AT) field.removeEventListener(name, read);
      document.removeEventListener("selectionchange", read);
      field.removeEventListener("beforeinput", stay);
    };
  }, [source, original, selected]);
  return marked;
}

type Writing =
  | { state: "choosing" }
  | { state: "writing" | "written"; text: string }
  | { state: "failed"; message: string };

/** Has the model write a passage again, and puts its text in place once it is chosen. */
function useRewrite(messageId: string, original: string, range: Range, onDone: () => void) {
  const { story, announce } = usePlay();
  const message = useMessage(messageId);
  const [writing, setWriting] = useState<Writing>({ state: "choosing" });

  const write = async (note: string) => {
    setWriting({ state: "writing", text: "" });
    const begun = story.act(
      { kind: "rewrite", messageId, selection: range, ...(note !== "" && { note }) },
      (text) => setWriting({ state: "writing", text }),
    );
    try {
      const turn = await begun.finished;
      if (turn.state === "complete" && turn.text !== null) setWriting({ state: "written", text: turn.text });
      else setWriting({ state: "failed", message: turn.error?.message ?? "The rewrite wasn’t finished." });
    } catch (cause) {
      setWriting({ state: "failed", message: failedConnection(cause).message });
    }
  };

  const take = useAction(
    async (text: string) => {
      const content = original.slice(0, range.start) + text + original.slice(range.end);
      await story.edit(messageId, content, "replace", message?.version ?? 0);
      announce("Text replaced");
      onDone();
    },
    {
      onFailure: (failure) => {
        setWriting({ state: "failed", message: failure.message });
        return true;
      },
    },
  );
  return { writing, write, take: (text: string) => void take.run(text) };
}

interface RewriteProps {
  messageId: string;
  /** What the reader has marked in the transcript; null: the whole message. */
  selected: string | null;
  onClose: () => void;
}

/** A passage of a message rewritten by the model, with a note; nothing changes before its text is used. */
export function Rewrite({ messageId, selected, onClose }: RewriteProps) {
  const { story } = usePlay();
  const message = useMessage(messageId);
  const source = useRef<HTMLTextAreaElement>(null);
  const [original] = useState(message?.content ?? "");
  const [note, setNote] = useState("");
  const marked = useMarked(source, original, selected);
  const isAll = marked.start === marked.end;
  const range = isAll ? { start: 0, end: original.length } : marked;
  const { writing, write, take } = useRewrite(messageId, original, range, onClose);
  const begin = () => void write(note.trim());
  const done = writing.state === "written";
  const busy = writing.state === "writing";
  return (
    <Dialog
      id="rewrite"
      title="Rewrite a passage"
      open
      onClose={() => {
        if (busy) void story.stop();
        onClose();
      }}
      actions={
        done ? (
          <>
            <Button onClick={begin}>Try again</Button>
            <Button tone="accent" onClick={() => take(writing.text)}>
              Use it
            </Button>
          </>
        ) : (
          <Button tone="accent" busy={busy} onClick={begin}>
            Rewrite
          </Button>
        )
      }
    >
      <div className={cx(forms.form, s.rewrite)} data-written={busy || done || undefined}>
        <div className={forms.field}>
          <label className={forms.label} htmlFor="rewrite-source">
            Select the text
          </label>
          <textarea
            id="rewrite-source"
            ref={source}
            className={cx("field field-area", s.source)}
            // Not `readOnly`: some browsers then show no caret, and nothing can be marked by keys. What would change it is stopped.
            aria-readonly="true"
            inputMode="none"
            spellCheck={false}
            dir="auto"
            value={original}
            onChange={() => undefined}
          />
          <p className={cx("numbers", forms.hint)}>
            {isAll
              ? "Nothing is selected, so all of it is rewritten."
              : `${range.end - range.start} of ${original.length} characters selected`}
          </p>
        </div>
        <TextArea
          label="How should it read?"
          name="note"
          maxLength={1_000}
          value={note}
          onChange={(event) => setNote(event.target.value)}
          placeholder="Slower. Let her hesitate."
        />
        {(busy || done) && (
          <div className={s.result} aria-live="polite" dir="auto">
            {writing.text === "" ? "Writing" : writing.text}
          </div>
        )}
        {writing.state === "failed" && <FormMessage>{writing.message} Nothing has been changed.</FormMessage>}
      </div>
    </Dialog>
  );
}
