import type { ContentNote } from "../../../api/types";
import { Icon } from "../../../design/Icon";
import { notesText } from "../contentNotes";
import s from "./Notes.module.css";

/**
 * What it contains that a reader may want to know before the start. Nothing where the author says that none of
 * the list occurs; null: the author chose not to say.
 */
export function Notes({ notes }: { notes: readonly ContentNote[] | null }) {
  if (notes?.length === 0) return null;
  return (
    <p className={s.notes}>
      <Icon name="warning" />
      <span>
        {notes === null ? "The author chose not to say what it contains." : `Contains ${notesText(notes)}.`}
      </span>
    </p>
  );
}
