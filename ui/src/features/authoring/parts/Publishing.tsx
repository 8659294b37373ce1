import { PublishForm } from "../../publishing/public";
import { useEditor } from "../editor/EditorContext";
import { notSavedText } from "../editor/notSaved";
import { fieldName } from "../model/parts";
import { pathOfPointer } from "../model/path";
import { PartFrame } from "./PartFrame";

/** Who sees the scenario, and what it still needs before others can. */
export function Publishing() {
  const editor = useEditor();
  const { id, version, draft, goTo } = editor;
  const pathOf = (field: string) => pathOfPointer(draft, field);
  return (
    <PartFrame title="Publishing" lead="What you publish stays as it is until you publish again.">
      {id === null ? (
        <p>It will be looked at with the first save.</p>
      ) : (
        <PublishForm
          id={id}
          version={version}
          notSaved={notSavedText(editor)}
          nameOf={(field) => fieldName(pathOf(field), draft)}
          goTo={(field) => goTo(pathOf(field))}
        />
      )}
    </PartFrame>
  );
}
