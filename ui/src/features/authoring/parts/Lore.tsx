import { useEditor } from "../editor/EditorContext";
import { FieldError, FieldPlace } from "../editor/fields";
import { LoreEditor } from "../lore/LoreEditor";
import { nameOf } from "../model/draft";
import type { Path } from "../model/path";
import type { DraftBook } from "../types";

/** The lorebooks of the whole scenario. */
export function Lore() {
  const { draft } = useEditor();
  return (
    <Books
      path={["lorebooks"]}
      label="Lorebooks"
      books={draft.lorebooks}
      onChange={(lorebooks) => change({ lorebooks })}
    />
  );
}
