import type { TagData } from "../../api/types";
import { compact } from "../../lib/format";
import { groupByKind } from "./kinds";
import s from "./TagIndex.module.css";
import tagInput from "./TagInput.module.css";

interface TagIndexProps {
  tags: readonly TagData[];
  hrefOf: (tag: TagData) => string;
  /** Search results stay in their order; the whole index is grouped by kind. */
  grouped: boolean;
}

/** Tags with the number of their scenarios, like the index of a book. */
export function TagIndex({ tags, hrefOf, grouped }: TagIndexProps) {
  if (!grouped) return <TagColumn tags={tags} hrefOf={hrefOf} label="Tags found" />;
  return groupByKind(tags).map((group) => (
    <section key={group.kind} className={s.group} aria-labelledby={`kind-${group.kind}`}>
      <h2 id={`kind-${group.kind}`}>{group.heading}</h2>
      <TagColumn tags={group.tags} hrefOf={hrefOf} label={group.heading} />
    </section>
  ));
}

function TagColumn({
  tags,
  hrefOf,
  label,
}: {
  tags: readonly TagData[];
  hrefOf: (tag: TagData) => string;
  label: string;
}) {
  return (
    <ul className={s.index} aria-label={label}>
      {tags.map((tag) => (
        <li key={tag.id}>
          <a href={hrefOf(tag)}>
            <span dir="auto">{tag.displayName}</span>
            {tag.properties.explicit && <span className={s.adult}>18+</span>}
            <span className={tagInput.count}>{compact(tag.scenarioCount)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
