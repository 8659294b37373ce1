import { useEditor } from "../editor/EditorContext";
import { Prose, ShortText } from "../editor/fields";
import { LIMITS } from "../model/draft";
import { PartFrame } from "./PartFrame";

/** Who the author suggests the player plays. */
export function PlayerRolePart() {
  const { draft, change } = useEditor();
  const { playerRole } = draft;
  return (
    <PartFrame title="Player’s role" lead="Who you suggest the player plays. They may choose otherwise.">
      <ShortText
        path={["playerRole", "name"]}
        label="Name"
        value={playerRole.name}
        limit={LIMITS.name}
        hint="Leave it empty if players should come under their own name."
        onChange={(name) => change({ playerRole: { ...playerRole, name } })}
      />
      <Prose
        path={["playerRole", "description"]}
        label="Who the player is"
        value={playerRole.description}
        onChange={(description) => change({ playerRole: { ...playerRole, description } })}
      />
    </PartFrame>
  );
}
