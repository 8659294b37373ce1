import { useState } from "react";
import { IconButton } from "../../../design/Button";
import { Icon } from "../../../design/Icon";
import { cx } from "../../../lib/classes";
import { usePlay } from "../PlayContext";
import { useJump } from "../panels/useJump";
import type { Fact } from "../types";
import { FactForm } from "./FactForm";
import s from "./Memory.module.css";

interface FactRowProps {
  fact: Fact;
  onSave: (change: { text: string; pinned: boolean }) => Promise<void>;
  onPin: () => void;
  onDelete: () => void;
}

/** One fact with what can be done about it; while it is edited, a form stands in its place. */
export function FactRow({ fact, onSave, onPin, onDelete }: FactRowProps) {
  const { story } = usePlay();
  const jump = useJump();
  const [editing, setEditing] = useState(false);
  const { text, pinned, sourceMessageId, holds } = fact;
  if (editing)
    return (
      <li className={s.fact}>
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
    <li className={cx(s.fact, !holds && s.elsewhere)}>
      <p className={s.text} dir="auto">
        {text}
      </p>
      <div className={s.tools}>
        {sourceMessageId !== null && (
          <button
            type="button"
            className={cx("text-link", s.source)}
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
        <IconButton label="Delete" onClick={onDelete}>
          <Icon name="trash" />
        </IconButton>
      </div>
    </li>
  );
}
