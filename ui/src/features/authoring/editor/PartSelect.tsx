import { navigate } from "../../../lib/navigation";
import { PARTS, placeOf } from "../model/parts";
import { placePath, useEditor } from "./EditorContext";
import s from "./PartSelect.module.css";
import { partNote } from "./partNote";

/** The parts as one short list, where there is no space for them beside the fields. */
export function PartSelect() {
  const editor = useEditor();
  return (
    <label className={s.parts}>
      <span className="sr-only">Part of the scenario</span>
      <select
        className={s.select}
        value={editor.place.part}
        onChange={({ target }) => navigate(placePath(editor.id, placeOf(target.value, undefined)))}
      >
        {PARTS.map(({ id, label }) => {
          const isBehind = id === "publish" && editor.hasUnpublished;
          const note = partNote(editor, id);
          return (
            <option key={id} value={id}>
              {note === "" ? label : `${label} (${note})`}
              {/* Short, because phones cut what is long; the bar says it in words. */}
              {isBehind && " •"}
            </option>
          );
        })}
      </select>
    </label>
  );
}
