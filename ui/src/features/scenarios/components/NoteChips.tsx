import type { ContentNote } from "../../../api/types";
import chips from "../../../design/ChipRow.module.css";
import { cx } from "../../../lib/classes";
import { ALL_NOTES, CONTENT_NOTES } from "../contentNotes";
import s from "./NoteChips.module.css";

interface NoteChipsProps {
  /** What pressing them says. */
  label: string;
  chosen: readonly ContentNote[];
  onToggle: (note: ContentNote) => void;
}

/** The whole list of content notes, each to be pressed or released. */
export function NoteChips({ label, chosen, onToggle }: NoteChipsProps) {
  return (
    <ul className={chips.row} aria-label={label}>
      {ALL_NOTES.map((note) => (
        <li key={note}>
          <button
            type="button"
            className={cx("chip", chosen.includes(note) && "chip-on", s.note)}
            aria-pressed={chosen.includes(note)}
            onClick={() => onToggle(note)}
          >
            {CONTENT_NOTES[note]}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** A list of notes after one of them was pressed. */
export const toggled = (notes: readonly ContentNote[], note: ContentNote): ContentNote[] =>
  notes.includes(note) ? notes.filter((each) => each !== note) : [...notes, note];
