import type { TagData, TagKind } from "../../api/types";

/** Kinds in the order they are listed, with the heading of each. */
export const TAG_KINDS: readonly (readonly [TagKind, string])[] = [
  ["genre", "Genres"],
  ["mood", "Moods"],
  ["setting", "Settings"],
  ["relationship", "Relationships"],
  ["trait", "Characters"],
  ["other", "More"],
];

export interface TagGroup {
  kind: TagKind;
  heading: string;
  tags: readonly TagData[];
}

/** Tags by kind, each group in the order given; kinds without tags are left out, unknown kinds go to "More". */
export function groupByKind(tags: readonly TagData[]): TagGroup[] {
  const known = new Set<string>(TAG_KINDS.map(([kind]) => kind));
  return TAG_KINDS.map(([kind, heading]) => ({
    kind,
    heading,
    tags: tags.filter((tag) =>
      kind === "other"
        ? tag.properties.kind === kind || !known.has(tag.properties.kind)
        : tag.properties.kind === kind,
    ),
  })).filter((group) => group.tags.length > 0);
}
