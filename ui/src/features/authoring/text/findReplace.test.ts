import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aDraft, aDraftActor, aDraftBook } from "../../../testing/sampleDraft";
import { newEntry } from "../lore/entry";
import { draftTexts, withText } from "./draftTexts";
import {
  contextOf,
  findInDraft,
  isSettled,
  replaceInDraft,
  replaceInText,
  type Settled,
  settle,
} from "./findReplace";

const image = (alt: string) => ({ key: "k", alt, focus: null, crop: null, uri: "" });

/** A draft in which every text says its own place. */
const everything = aDraft({
  title: "title",
  tagline: "tagline",
  description: "description",
  setting: "setting",
  tags: ["tags"],
  actors: [
    aDraftActor({
      name: "name",
      nickname: "nickname",
      role: "role",
      portrait: image("alt"),
      description: "description",
      personality: "personality",
      voice: "voice",
      exampleDialogue: "exampleDialogue",
      systemPrompt: "systemPrompt",
      postHistoryInstructions: "postHistoryInstructions",
      note: { text: "text", depth: 4, role: "system" },
      expressions: [{ name: "name", image: image("alt") }],
      pictures: [{ name: "name", kind: "icon", uri: "", ext: "png", alt: "alt", key: null }],
      lorebooks: [aDraftBook([], { name: "name", description: "description" })],
      kept: {
        ...aDraftActor().kept,
        creator: "creator",
        source: ["source"],
        creatorNotesMultilingual: JSON.parse('{ "e/n": "e~1n" }'),
      },
    }),
  ],
  openings: [{ id: "o1", title: "title", text: "text", speaker: null, groupOnly: false }],
  lorebooks: [
    aDraftBook(
      [
        {
          ...newEntry("e1"),
          name: "name",
          comment: "comment",
          keys: ["keys"],
          secondaryKeys: ["secondaryKeys"],
          content: "content",
        },
      ],
      { name: "name", description: "description" },
    ),
  ],
  playerRole: { name: "name", description: "description" },
  cover: image("alt"),
  banner: image("alt"),
});
/** The name of a field: the last part of its place that is no number. */
const nameOf = (field: string) =>
  field
    .split("/")
    .filter((part) => !/^\d*$|^\{/.test(part))
    .at(-1) ?? "";

test("every text is found at its place", () => {
  for (const { field, text } of draftTexts(everything)) expect(nameOf(field), field).toBe(text);
});

test("the texts are those of the server", () => {
  const source = readFileSync(
    join(import.meta.dirname, "../../../../../server/catalogue/src/authoring/texts.rs"),
    "utf8",
  );
  const places = Array.from(
    source.matchAll(/list\.(?:people|model|both)\(\s*(?:format!\()?"([^"]+)"/g),
    ([, p = ""]) => p,
  );
  const more = Array.from(
    source.matchAll(/self\.(?:people|model|both)\(\s*(?:format!\()?"([^"]+)"/g),
    ([, p = ""]) => p,
  );
  const server = [...places, ...more].map((place) => nameOf(place.replaceAll("{at}", "")));
  const ours = draftTexts(everything).map(({ field, text }) =>
    text.startsWith("e~1") ? "creatorNotesMultilingual" : nameOf(field),
  );
  expect([...new Set(ours)].sort()).toEqual([...new Set(server)].sort());
  expect(server.length).toBeGreaterThan(25);
});

test("a text is put where it was read, and nothing else changes", () => {
  for (const { field } of draftTexts(everything)) {
    const changed = withText(everything, field, "other");
    const differing = draftTexts(changed).filter(({ text }, at) => draftTexts(everything)[at]?.text !== text);
    expect(differing.map((text) => text.field)).toEqual([field]);
  }
  const changed = withText(everything, "/setting", "other");
  expect(changed.actors).toBe(everything.actors);
});

const draft = aDraft({
  setting: "The lamp. Lamps, lamp-lit; lamplight.",
  openings: [{ id: "o1", title: "Lamp", text: "A lamp, a lamp.", speaker: null, groupOnly: false }],
});
const placesOf = (query: string, matchCase = false, wholeWord = false) =>
  findInDraft(draft, query, { matchCase, wholeWord }).map(
    ({ text, from, to }) => `${text.field} ${from}-${to}`,
  );

test("words are found in all texts, by case and as whole words", () => {
  expect(placesOf("lamp")).toHaveLength(7);
  expect(placesOf("lamp", true)).toHaveLength(5);
  expect(placesOf("lamp", true, true)).toEqual([
    "/setting 4-8",
    "/setting 17-21",
    "/openings/0/text 2-6",
    "/openings/0/text 10-14",
  ]);
  expect(placesOf("")).toEqual([]);
  expect(placesOf(".")).toHaveLength(3);
});

test.each([
  ["El niño, niños", "niño", "El x, niños"],
  ["年の灯台と灯台守", "灯台", "年のxとx守"],
  ["Привет, приветы", "привет", "x, приветы"],
  ["a.b ab", "a.b", "x ab"],
  ["“Mira”, Mira_2", "mira", "“x”, Mira_2"],
])("whole words in %j", (text, query, result) =>
  expect(replaceInText(text, query, "x", { matchCase: false, wholeWord: true })).toBe(result),
);

test("a replacement is taken as it stands", () =>
  expect(replaceInText("a b", "a", "$& $1", { matchCase: true, wholeWord: false })).toBe("$& $1 b"));

test("some places are replaced, and the rest stays the same object", () => {
  const found = findInDraft(draft, "lamp", { matchCase: true, wholeWord: true });
  const changed = replaceInDraft(draft, found.slice(0, 3), "candle");
  expect(changed.setting).toBe("The candle. Lamps, candle-lit; lamplight.");
  expect(changed.openings[0]?.text).toBe("A candle, a lamp.");
  expect(changed.actors).toBe(draft.actors);
  expect(draft.setting).toContain("The lamp");
});

test("what is kept of a card is found, and stays", () => {
  const found = findInDraft(everything, "creator", { matchCase: true, wholeWord: true });
  expect(found).toHaveLength(1);
  expect(replaceInDraft(everything, found, "x")).toBe(everything);
});

test("what was replaced or skipped is not offered again, also where it moved", () => {
  const options = { matchCase: true, wholeWord: true };
  const [, , first, second] = findInDraft(draft, "lamp", options);
  if (first === undefined || second === undefined) throw new Error("nothing found");
  let settled: Settled = settle(new Map(), second, 4);
  const changed = replaceInDraft(draft, [first], "old lamp");
  settled = settle(settled, first, 8);
  const again = findInDraft(changed, "lamp", options).filter((one) => !isSettled(settled, one));
  expect(again.map(({ text }) => text.field)).toEqual(["/setting", "/setting"]);
});

test("a place is shown with its line around it", () => {
  const long = aDraft({ setting: `${"x".repeat(60)} one\ntwo lamp three` });
  const [found] = findInDraft(long, "lamp", { matchCase: true, wholeWord: true });
  if (found === undefined) throw new Error("nothing found");
  const { before, match, after } = contextOf(found);
  expect(before.startsWith("…")).toBe(true);
  expect([before.slice(-8), match, after]).toEqual(["one two ", "lamp", " three"]);
});
