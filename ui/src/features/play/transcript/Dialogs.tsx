import { Suspense, useState } from "react";
import { Button } from "../../../design/Button";
import { Dialog } from "../../../design/Dialog";
import choices from "../../../design/forms/Choices.module.css";
import { TextArea } from "../../../design/forms/Field";
import { FormDialog } from "../../../design/forms/FormDialog";
import { textOf, useForm } from "../../../design/forms/useForm";
import { Switch } from "../../../design/Switch";
import { cx } from "../../../lib/classes";
import { ReportDialog } from "../../reports/public";
import { castOf } from "../model/cast";
import { useChat, useMessage, usePlay } from "../PlayContext";
import s from "./Dialogs.module.css";
import { Rewrite } from "./Rewrite";
import { useLineActions } from "./useLineActions";

/** Which dialog about a line is open, and what it was opened for. */
export type DialogRequest =
  | { kind: "link"; address: string }
  | { kind: "note"; messageId: string }
  | { kind: "rewrite"; messageId: string; selected: string | null }
  | { kind: "presence"; messageId: string }
  | { kind: "report"; messageId: string };

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
    case "report":
      return (
        <Suspense>
          <ReportDialog
            things={[{ kind: "reply", targetId: request.messageId, label: "This reply" }]}
            onClose={onClose}
          />
        </Suspense>
      );
  }
}

/** A link in a story was written by a model or a stranger: it opens only after a confirmation, and sends no referrer. */
function WayOut({ address, onClose }: { address: string; onClose: () => void }) {
  return (
    <Dialog
      id="way-out"
      title="You’re leaving this site"
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Stay</Button>
          <a
            className="btn btn-plain"
            href={address}
            target="_blank"
            rel="noopener noreferrer nofollow ugc"
            referrerPolicy="no-referrer"
            onClick={onClose}
          >
            Open in a new tab
          </a>
        </>
      }
    >
      <p>A character wrote this link. Check the address before you open it:</p>
      <p className={s.address}>{address}</p>
    </Dialog>
  );
}

/** Another version of a reply, with a word of direction. */
function Note({ messageId, onClose }: { messageId: string; onClose: () => void }) {
  const act = useLineActions();
  const message = useMessage(messageId);
  const form = useForm({
    send: async (fields) => {
      const note = textOf(fields, "note");
      if (message !== undefined) act.regenerate(message, note === "" ? {} : { note });
      onClose();
    },
  });
  return (
    <FormDialog
      id="note"
      title="Regenerate with a note"
      form={form}
      action="Regenerate"
      busyAction="Regenerate"
      cancel={false}
      onClose={onClose}
    >
      <TextArea
        label="What should be different?"
        name="note"
        maxLength={1_000}
        hint="The current version is kept; you can go back to it at any time."
      />
    </FormDialog>
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
        <Button tone="accent" onClick={save}>
          Save
        </Button>
      }
    >
      <p>Characters who weren’t there won’t know about it.</p>
      <div className={cx(choices.switches, s.switches)}>
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
