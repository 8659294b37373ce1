import { type FormEvent, useEffect, useRef, useState } from "react";
import { failedConnection } from "../../../api/errors";
import { Button } from "../../../design/Button";
import { Dialog } from "../../../design/Dialog";
import { FormMessage, TextArea } from "../../../design/Field";
import { Switch } from "../../../design/Switch";
import { castOf } from "../model/cast";
import { useChat, useMessage, usePlay } from "../PlayContext";
import { useLineActions } from "./useLineActions";

/** Which dialog about a line is open, and what it was opened for. */
export type DialogRequest =
  | { kind: "link"; address: string }
  | { kind: "note"; messageId: string }
  | { kind: "rewrite"; messageId: string; selected: string | null }
  | { kind: "presence"; messageId: string };

interface DialogsProps {
  request: DialogRequest | null;
  onClose: () => void;
}

/** The dialogs of the transcript; one at a time. */
export function Dialogs({ request, onClose }: DialogsProps) {
  switch (request?.kind) {
    case undefined:
      return null;
    case "link":
      return <WayOut address={request.address} onClose={onClose} />;
    case "note":
      return <Note messageId={request.messageId} onClose={onClose} />;
    case "rewrite":
      return <Rewrite messageId={request.messageId} selected={request.selected} onClose={onClose} />;
    case "presence":
      return <Presence messageId={request.messageId} onClose={onClose} />;
  }
}

/** A link in a story was written by a model or a stranger: it leads out only knowingly, and says nothing of where from. */
function WayOut({ address, onClose }: { address: string; onClose: () => void }) {
  return (
    <Dialog
      id="way-out"
      title="This link leads out of the house"
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Stay here</Button>
          <a
            className="btn btn-plain"
            href={address}
            target="_blank"
            rel="noopener noreferrer nofollow ugc"
            referrerPolicy="no-referrer"
            onClick={onClose}
          >
            Open it in a new tab
          </a>
        </>
      }
    >
      <p>A character wrote it. Look where it leads, and what it carries with it:</p>
      <p className="way-out-address">{address}</p>
    </Dialog>
  );
}

/** Another version of a reply, with a word of direction. */
function Note({ messageId, onClose }: { messageId: string; onClose: () => void }) {
  const act = useLineActions();
  const message = useMessage(messageId);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    event.stopPropagation();
    const note = new FormData(event.currentTarget).get("note");
    if (message !== undefined)
      act.regenerate(message, typeof note === "string" && note.trim() !== "" ? { note: note.trim() } : {});
    onClose();
  };
  return (
    <Dialog
      id="note"
      title="Another version"
      open
      onClose={onClose}
      actions={
        <Button tone="gold" type="submit" form="note-form">
          Write it
        </Button>
      }
    >
      <form id="note-form" method="dialog" className="form" onSubmit={submit}>
        <TextArea
          label="What should be different?"
          name="note"
          maxLength={1_000}
          hint="The version that is there stays; you can go back to it at any time."
        />
      </form>
    </Dialog>
  );
}

type Writing =
  | { state: "choosing" }
  | { state: "writing" | "written"; text: string }
  | { state: "failed"; message: string };

/** A passage of a message written anew, with a note; nothing changes before it is taken over. */
function Rewrite({
  messageId,
  selected,
  onClose,
}: {
  messageId: string;
  selected: string | null;
  onClose: () => void;
}) {
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
      else setWriting({ state: "failed", message: turn.error?.message ?? "It was not finished." });
    } catch (cause) {
      setWriting({ state: "failed", message: failedConnection(cause).message });
    }
  };

  const take = async (text: string) => {
    const content = original.slice(0, range.start) + text + original.slice(range.end);
    try {
      await story.edit(messageId, content, "replace", message?.version ?? 0);
      announce("The passage is replaced");
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
            Write it anew
          </Button>
        )
      }
    >
      <div className="form">
        <div className="form-field">
          <label className="form-label" htmlFor="rewrite-source">
            Mark the passage
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
            {range.end - range.start} of {original.length} letters are marked.
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

/** Who witnessed a message: nobody else's prompt will hold it. */
function Presence({ messageId, onClose }: { messageId: string; onClose: () => void }) {
  const { story } = usePlay();
  const chat = useChat();
  const message = useMessage(messageId);
  const cast = castOf(chat);
  const [present, setPresent] = useState<ReadonlySet<string>>(
    () => new Set(message?.presence ?? cast.map(({ id }) => id)),
  );
  const save = () => {
    const all = cast.every(({ id }) => present.has(id));
    void story.setPresence(messageId, all ? null : Array.from(present));
    onClose();
  };
  return (
    <Dialog
      id="presence"
      title="Who saw this"
      open
      onClose={onClose}
      actions={
        <Button tone="gold" onClick={save}>
          Save
        </Button>
      }
    >
      <p>Whoever was not there will not know of it, whatever they are asked.</p>
      <div className="switches presence-switches">
        {cast.map(({ id, name }) => (
          <Switch
            key={id}
            label={name}
            checked={present.has(id)}
            onChange={(on) => {
              const next = new Set(present);
              if (on) next.add(id);
              else next.delete(id);
              setPresent(next);
            }}
          />
        ))}
      </div>
    </Dialog>
  );
}
