import { expect, test } from "vitest";
import { aDraftBook } from "../../../testing/sampleDraft";
import { type Entry, newEntry } from "./entry";
import { actorNames, marksOf } from "./marks";

const NAMES = actorNames([{ id: "a1", name: "Mira" }]);
const entry = (changes: Partial<Entry>, id = "e1"): Entry => ({
  ...newEntry(id),
  keys: ["lamp"],
  content: "It is green.",
  ...changes,
});

function says(changes: Partial<Entry>, book = {}): string[] {
  const one = aDraftBook([entry(changes)], book);
  return (marksOf(one, [one], NAMES).get("e1") ?? []).map((mark) => mark.says);
}

test("an entry that works has no mark", () => expect(says({})).toEqual([]));

test.each<[Partial<Entry>, string]>([
  [{ keys: [] }, "Nothing brings this in: add keywords, or turn on “Always on”."],
  [{ keys: [" "] }, "None of its keywords can be found, so it is never used."],
  [{ keys: ["/(/"] }, "The keyword “/(/” is not a valid pattern, so it is never found."],
  [{ content: "@@depth 4\n" }, "It has no content, so it adds nothing to a prompt."],
  [{ content: "@@dont_activate\ntext" }, "Its line “@@dont_activate” says that it is never used."],
  [{ probability: 0 }, "Its chance is 0 %, so it is never used."],
  [{ onlyFor: ["Jon"] }, "It is only for Jon, and no actor has that name."],
  [{ position: "outlet" }, "It goes to an outlet without a name, so nothing shows it."],
  [{ delayUntilRecursion: 4 }, "It waits for pass 4, and there are only 3."],
  [
    { delayUntilRecursion: 1, excludeRecursion: true },
    "It waits for the text of other entries, which cannot trigger it.",
  ],
  [
    { scanDepth: 0, excludeRecursion: true },
    "It searches no messages, and other entries cannot trigger it, so it is never used.",
  ],
  [
    { secondaryKeys: ["night", "/(/"], logic: "andAll" },
    "Its secondary keywords can never be found, so it is never used.",
  ],
  [{ secondaryKeys: ["/(/"] }, "Its secondary keywords can never be found, so it is never used."],
])("%j is dead", (changes, sentence) => expect(says(changes)).toContain(sentence));

test.each<Partial<Entry>>([
  { keys: [], constant: true },
  { keys: [], content: "@@activate\ntext" },
  { keys: [], content: "@@additional_keys lamp, tower\ntext" },
  { onlyFor: ["Jon", " MIRA "] },
  { secondaryKeys: ["/(/"], selective: false },
  { keys: [], enabled: false },
  { scanDepth: 0 },
])("%j has no mark", (changes) => expect(says(changes)).toEqual([]));

test("a keyword that is never found marks only itself if others are found", () =>
  expect(says({ keys: ["lamp", "/(/"] })).toEqual([
    "The keyword “/(/” is not a valid pattern, so it is never found.",
  ]));

test("a lorebook that searches nothing kills entries that no other entry triggers", () => {
  expect(says({ excludeRecursion: true }, { scanDepth: 0 })).toHaveLength(1);
  expect(says({ excludeRecursion: true, scanDepth: 2 }, { scanDepth: 0 })).toEqual([]);
});

function doubles(first: Partial<Entry>, second: Partial<Entry>): string[] {
  const one = aDraftBook([entry({ name: "One", ...first })]);
  const other = { ...aDraftBook([entry({ name: "Two", ...second })]), id: "b2" };
  return (marksOf(one, [one, other], NAMES).get("e1") ?? []).map((mark) => mark.says);
}

test("a keyword that another entry has is named with that entry, also of another book", () => {
  expect(doubles({ keys: ["Old  lamp"] }, { keys: ["x", "old lamp"] })).toEqual([
    "“Old  lamp” is also a keyword of “Two”.",
  ]);
});

test.each<[Partial<Entry>, Partial<Entry>]>([
  [{}, { keys: ["lamps"] }],
  [{}, { enabled: false }],
  [{}, { constant: true }],
  [{ group: "a, weather" }, { group: "weather" }],
  [{ caseSensitive: true }, { caseSensitive: false }],
])("%j and %j do not get in each other's way", (first, second) => expect(doubles(first, second)).toEqual([]));
