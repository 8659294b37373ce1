import { cx } from "../../../lib/classes";
import { useEditor } from "../editor/EditorContext";
import { Choice } from "../editor/fields";
import type { ContentNote } from "../types";
import s from "./ContentNotes.module.css";
import { NOTE_KINDS } from "./choices";
import { CONTENT_NOTES } from "./notes";

const ALL = Object.keys(CONTENT_NOTES) as ContentNote[];

/** What a reader may want to know before the start: notes of a fixed list, or that nothing is said. */
export function ContentNotes() {
  const { draft, change } = useEditor();
  const { contentNotes } = draft;
  const notes = contentNotes?.kind === "listed" ? contentNotes.notes : [];
  const toggle = (note: ContentNote) => {
    const next = notes.includes(note) ? notes.filter((each) => each !== note) : [...notes, note];
    change({ contentNotes: { kind: "listed", notes: next } });
  };
  return (
    <Choice
      path={["contentNotes"]}
      label="Content notes"
      value={contentNotes?.kind ?? null}
      choices={NOTE_KINDS}
      onChange={(kind) => change({ contentNotes: kind === "listed" ? { kind, notes: [] } : { kind } })}
    >
      {contentNotes?.kind === "listed" && (
        <>
          <ul className={s.notes} aria-label="What it contains">
            {ALL.map((note) => (
              <li key={note}>
                <button
                  type="button"
                  className={cx("chip", notes.includes(note) && "chip-on", s.note)}
                  aria-pressed={notes.includes(note)}
                  onClick={() => toggle(note)}
                >
                  {CONTENT_NOTES[note]}
                </button>
              </li>
            ))}
          </ul>
          <p className={s.count} role="status">
            {notes.length === 0
              ? "None chosen: you say that none of these occurs."
              : `${notes.length} chosen`}
          </p>
        </>
      )}
    </Choice>
  );
}
