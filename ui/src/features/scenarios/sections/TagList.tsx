import type { TagData } from "../../../api/types";
import { Chip } from "../../../design/Chip";
import chips from "../../../design/ChipRow.module.css";
import { navigate } from "../../../lib/navigation";
import { paths } from "../../../lib/paths";
import { TagInput, tagKey } from "../../tags/public";
import side from "./SidePart.module.css";

/** The scenario's tags, each a way to more of its kind, and a field to go to any other tag. */
export function TagList({ tags }: { tags: readonly TagData[] }) {
  return (
    <section className={side.part} aria-labelledby="tags">
      <h2 className={side.heading} id="tags">
        Tags
      </h2>
      {tags.length > 0 && (
        <ul className={chips.row}>
          {tags.map((tag) => (
            <li key={tag.id}>
              <Chip className="chip-sm" href={paths.search({ wlTags: [tagKey(tag)] })}>
                {tag.displayName}
              </Chip>
            </li>
          ))}
        </ul>
      )}
      <TagInput
        label="Go to another tag"
        placeholder="Go to another tag…"
        onChoose={(tag) => navigate(paths.search({ wlTags: [tagKey(tag)] }))}
      />
    </section>
  );
}
