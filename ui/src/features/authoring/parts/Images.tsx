import { useEditor } from "../editor/EditorContext";
import { ImageField } from "../images/ImageField";
import { PartFrame } from "./PartFrame";

/** Cover and banner; portraits stand with their actors. */
export function Images() {
  const { draft, session } = useEditor();
  return (
    <PartFrame title="Images" lead="The cover is on the shelf, the banner on the scenario’s page.">
      <ImageField
        path={["cover"]}
        label="Cover"
        shape="cover"
        image={draft.cover}
        onChange={(change) => session.update((now) => ({ ...now, cover: change(now.cover) }))}
      />
      <ImageField
        path={["banner"]}
        label="Banner"
        shape="banner"
        image={draft.banner}
        onChange={(change) => session.update((now) => ({ ...now, banner: change(now.banner) }))}
      />
    </PartFrame>
  );
}
