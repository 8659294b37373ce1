import { expect, test } from "vitest";
import { aDraft, aDraftActor, aDraftBook } from "../../../testing/sampleDraft";
import { newEntry } from "../lore/entry";
import { footprintOf } from "./footprint";

const words = (count: number) => Array.from({ length: count }, () => "lamp").join(" ");
const opening = (id: string, count: number) => ({
  id,
  title: "",
  text: words(count),
  speaker: null,
  groupOnly: false,
});

test("each part counts its texts, and leads to its field", () => {
  const { rows, start } = footprintOf(
    aDraft({
      setting: words(10),
      playerRole: { name: "A guest", description: words(3) },
      actors: [
        aDraftActor({
          id: "a",
          name: "Ida",
          description: words(20),
          personality: words(5),
          note: { text: words(2), depth: 4, role: "system" },
          lorebooks: [aDraftBook([{ ...newEntry("e1"), content: words(4), constant: true }])],
        }),
        aDraftActor({ id: "b", name: "Osric", description: words(7) }),
      ],
      openings: [opening("o1", 6), opening("o2", 9)],
      lorebooks: [
        aDraftBook([
          { ...newEntry("e2"), content: words(30) },
          { ...newEntry("e3"), content: words(99), enabled: false },
        ]),
      ],
    }),
  );
  expect(rows.map(({ label, when, tokens }) => [label, when, tokens])).toEqual([
    ["Setting", "always", 10],
    ["Player’s role", "always", 3],
    ["Lore that is always on", "always", 4],
    ["Ida", "speaking", 27],
    ["Osric", "speaking", 7],
    ["Longest opening", "start", 9],
    ["All other lore", "keywords", 30],
  ]);
  expect(rows.find(({ when }) => when === "start")?.path).toEqual(["openings", "@o2", "text"]);
  // All that is always there, the longest actor, the longest opening.
  expect(start).toBe(10 + 3 + 4 + 27 + 9);
});

test("openings that are not offered take nothing", () => {
  const openings = [opening("o1", 4), { ...opening("o2", 9), groupOnly: true }];
  const start = (actors: string[]) =>
    footprintOf(aDraft({ openings, actors: actors.map((id) => aDraftActor({ id })) })).start;
  expect(start(["a"])).toBe(4);
  expect(start(["a", "b"])).toBe(9);
});

test("a draft without texts takes nothing", () => {
  expect(footprintOf(aDraft())).toEqual({ rows: [], start: 0 });
});
