import { PublishForm } from "../../publishing/public";
import { useEditor } from "../editor/EditorContext";
import { fieldName } from "../model/parts";
import { pathOfPointer } from "../model/path";
import { PartFrame } from "./PartFrame";

/** Who sees the scenario, and what it still needs before others can. */
export function Publishing() {
  const { id, version, save, draft, goTo } = useEditor();
  const pathOf = (field: string) => pathOfPointer(draft, field);
  return (
    <PartFrame title="Publishing" lead="What you publish stays as it is until you publish again.">
      {id === null ? (
        <p>It will be looked at with the first save.</p>
      ) : (
        <PublishForm
          id={id}
          version={version}
          isSaved={save.at === "saved"}
          nameOf={(field) => fieldName(pathOf(field), draft)}
          goTo={(field) => goTo(pathOf(field))}
        />
      )}
    </PartFrame>
  );
}
