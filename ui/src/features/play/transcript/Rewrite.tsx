import { useEffect, useRef, useState } from "react";
import { failedConnection } from "../../../api/errors";
import { Button } from "../../../design/Button";
import { Dialog } from "../../../design/Dialog";
import { FormMessage, TextArea } from "../../../design/Field";
import { useMessage, usePlay } from "../PlayContext";

type Writing =
  | { state: "choosing" }
  | { state: "writing" | "written"; text: string }
  | { state: "failed"; message: string };

interface RewriteProps {
  messageId: string;
  /** What the reader has marked in the transcript; null: the whole message. */
  selected: string | null;
  onClose: () => void;
}

/** A passage of a message written anew, with a note; nothing changes before it is taken over. */
export function Rewrite({ messageId, selected, onClose }: RewriteProps) {
  const { story, announce } = usePlay();
  const message = useMessage(messageId);
  const source = useRef<HTMLTextAreaElement>(null);
  const [original] = useState(message?.content ?? "");
  const [range, setRange] = useState(() => {
    const at = selected === null ? -1 : original.indexOf(selected);
    return at < 0 ? { start: 0, end: original.length } : { start: at, end: at + (selected?.length ?? 0) };
  });
  const [note, setNote] = useState("");
  const [writing, setWriting] = useState<Writing>({ state: "choosing" });

  useEffect(() => {
    source.current?.setSelectionRange(range.start, range.end);
  }, [range.start, range.end]);

  const write = async () => {
    setWriting({ state: "writing", text: "" });
    const begun = story.act(
      { kind: "rewrite", messageId, selection: range, ...(note.trim() !== "" && { note: note.trim() }) },
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

  const take = async (text: string) => {
    const content = original.slice(0, range.start) + text + original.slice(range.end);
    try {
      await story.edit(messageId, content, "replace", message?.version ?? 0);
      announce("Text replaced");
      onClose();
    } catch (cause) {
      setWriting({ state: "failed", message: failedConnection(cause).message });
    }
  };

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
            <Button onClick={() => void write()}>Try again</Button>
            <Button tone="gold" onClick={() => void take(writing.text)}>
              Use it
            </Button>
          </>
        ) : (
          <Button tone="gold" busy={busy} disabled={range.start === range.end} onClick={() => void write()}>
            Rewrite
          </Button>
        )
      }
    >
      <div className="form">
        <div className="form-field">
          <label className="form-label" htmlFor="rewrite-source">
            Select the text
          </label>
          <textarea
            id="rewrite-source"
            ref={source}
            className="field field-area rewrite-source"
            readOnly
            dir="auto"
            value={original}
            onSelect={({ currentTarget }) => {
              if (currentTarget.selectionStart !== currentTarget.selectionEnd)
                setRange({ start: currentTarget.selectionStart, end: currentTarget.selectionEnd });
            }}
          />
          <p className="form-hint numbers">
            {range.end - range.start} of {original.length} characters selected
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
          <div className="rewrite-result" aria-live="polite" dir="auto">
            {writing.text === "" ? "Writing" : writing.text}
          </div>
        )}
        {writing.state === "failed" && <FormMessage>{writing.message} Nothing has been changed.</FormMessage>}
      </div>
    </Dialog>
  );
}
