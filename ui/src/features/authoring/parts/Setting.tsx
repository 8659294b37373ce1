import { useEditor } from "../editor/EditorContext";
import { Prose } from "../editor/fields";
import { PartFrame } from "./PartFrame";

/** Where and when it plays. */
export function Setting() {
  const { draft, change } = useEditor();
  return (
    <PartFrame title="Setting" lead="Every model reads it with every reply. Only what the story needs.">
      <Prose
        path={["setting"]}
        label="Place, time, rules of the world"
        value={draft.setting}
        hint="Write {{user}} for the player. Actors go by their names."
        onChange={(setting) => change({ setting })}
      />
    </PartFrame>
  );
}
