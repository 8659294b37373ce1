import { NoteChips, toggled } from "../../scenarios/public";
import { useEditor } from "../editor/EditorContext";
import { Choice } from "../editor/fields";
import s from "./ContentNotes.module.css";
import { NOTE_KINDS } from "./choices";

/** What a reader may want to know before the start: notes of a fixed list, or that nothing is said. */
export function ContentNotes() {
  const { draft, change } = useEditor();
  const { contentNotes } = draft;
  const notes = contentNotes?.kind === "listed" ? contentNotes.notes : [];
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
          <NoteChips
            label="What it contains"
            chosen={notes}
            onToggle={(note) => change({ contentNotes: { kind: "listed", notes: toggled(notes, note) } })}
          />
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
