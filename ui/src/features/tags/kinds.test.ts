import { expect, it } from "vitest";
import type { TagData, TagKind } from "../../api/types";
import { groupByKind } from "./kinds";

const tag = (slug: string, kind: string): TagData => ({
  id: slug,
  displayName: slug,
  scenarioCount: 1,
  properties: { slug, kind: kind as TagKind, explicit: false },
});

it("groups tags by kind, loses none, and keeps their order", () => {
  const tags = [
    tag("c", "mood"),
    tag("a", "genre"),
    tag("b", "genre"),
    tag("new", "a kind of tomorrow"),
    tag("o", "other"),
  ];
  const groups = groupByKind(tags);
  expect(groups.map((group) => [group.heading, group.tags.map((each) => each.id)])).toEqual([
    ["Genres", ["a", "b"]],
    ["Moods", ["c"]],
    ["More", ["new", "o"]],
  ]);
});
