import { useEditor } from "../editor/EditorContext";
import { FieldPlace } from "../editor/fields";
import { PartFrame } from "./PartFrame";

/** The lorebooks of the whole scenario. */
export function Lore() {
  const { draft } = useEditor();
  return (
    <PartFrame title="Lorebooks" lead="What the model is told only when the story mentions it.">
      <FieldPlace path={["lorebooks"]}>
        <ul>
          {draft.lorebooks.map(({ id, book }) => (
            <li key={id}>{book.name || "Unnamed book"}</li>
          ))}
        </ul>
      </FieldPlace>
    </PartFrame>
  );
}
