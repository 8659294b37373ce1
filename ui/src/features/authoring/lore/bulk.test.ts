import { expect, test } from "vitest";
import { aDraftBook } from "../../../testing/sampleDraft";
import {
  changeEntries,
  countInEntries,
  duplicateEntries,
  removeEntries,
  replaceInEntries,
  roomIn,
  sendEntries,
  setEnabled,
} from "./bulk";
import { type Entry, LIMITS, newEntry } from "./entry";
import { bookTotals, entryNote, entryTokens, findEntries, rowsOf } from "./view";

const entry = (id: string, changes: Partial<Entry> = {}): Entry => ({ ...newEntry(id), ...changes });
const ids = (entries: readonly Entry[] | undefined) => entries?.map(({ id }) => id);
const both = new Set(["1", "2"]);

const books = [
  aDraftBook([entry("1"), entry("2"), entry("3")]),
  { ...aDraftBook([entry("2", { name: "Other" })]), id: "b2" },
];
let made = 0;
const newId = () => `new${made++}`;

test("many are turned on and off; those that are it already stay the same object", () => {
  const all = [entry("1"), entry("2", { enabled: false }), entry("3")];
  const off = setEnabled(all, both, false);
  expect(off.map(({ enabled }) => enabled)).toEqual([false, false, true]);
  expect(off[1]).toBe(all[1]);
});

test("many are removed from one book", () => {
  const changed = changeEntries(books, "b1", (now) => removeEntries(now, both));
  expect(ids(changed[0]?.book.entries)).toEqual(["3"]);
  expect(changed[1]).toBe(books[1]);
});

test("what moves to a book that has its id gets another", () => {
  const [from, to] = sendEntries(books, { from: "b1", to: "b2", ids: both, copy: false }, newId);
  expect(ids(from?.book.entries)).toEqual(["3"]);
  expect(ids(to?.book.entries)).toEqual(["2", "1", expect.stringMatching(/^new/)]);
});

test("copies stay where they are, too, and have ids of their own", () => {
  const [from, to] = sendEntries(books, { from: "b1", to: "b2", ids: both, copy: true }, newId);
  expect(from).toBe(books[0]);
  expect(to?.book.entries).toHaveLength(3);
  expect(new Set(ids(to?.book.entries)).size).toBe(3);
  expect(ids(duplicateEntries(books[0]?.book.entries ?? [], new Set(["2"]), () => "copy"))).toEqual([
    "1",
    "2",
    "copy",
    "3",
  ]);
});

test("a full book has no room", () => {
  const full = aDraftBook(Array.from({ length: LIMITS.entries }, (_, at) => entry(String(at))));
  expect([roomIn(full), roomIn(aDraftBook([]))]).toEqual([0, LIMITS.entries]);
});

test("a text is counted and replaced in all texts of the chosen entries", () => {
  const all = ["1", "3"].map((id) =>
    entry(id, {
      name: "Lamp",
      comment: "a lamp",
      keys: ["lamp", "lamps"],
      secondaryKeys: ["lamp"],
      content: "Lamp.",
    }),
  );
  const options = { matchCase: false, wholeWord: true };
  expect(countInEntries(all, both, "lamp", options)).toBe(5);
  const [changed, other] = replaceInEntries(all, both, "lamp", "bell", options);
  expect(changed).toMatchObject({
    name: "bell",
    comment: "a bell",
    keys: ["bell", "lamps"],
    secondaryKeys: ["bell"],
    content: "bell.",
  });
  expect(other).toBe(all[1]);
});

const listed = [
  entry("1", { name: "Harbour", keys: ["port"], group: "places", order: 2 }),
  entry("2", { comment: "The Keeper", content: "He has a lamp.", order: 1 }),
  entry("3", { secondaryKeys: ["storm"], group: " weather , places", order: 3 }),
];

test.each([
  ["", ["1", "2", "3"]],
  ["PORT", ["1"]],
  ["keeper lamp", ["2"]],
  ["storm", ["3"]],
  ["harbour lamp", []],
])("a search for %j", (search, found) => expect(ids(findEntries(listed, search))).toEqual(found));

test("rows stand in order, or under their groups", () => {
  const rows = (grouped: boolean) => rowsOf(listed, "", grouped).map(({ key }) => key);
  expect(rows(false)).toEqual(["2", "1", "3"]);
  expect(rows(true)).toEqual(["group places", "1", "group weather", "3", "group ", "2"]);
});

test("tokens are those of what a model is given", () => {
  expect(entryTokens(entry("1", { content: "@@depth 4\n@@role user\n\nA green lamp." }))).toBe(4);
  const book = aDraftBook([
    entry("1", { content: "A green lamp.", constant: true }),
    entry("2", { content: "A lamp." }),
    entry("3", { content: "A lamp.", enabled: false }),
  ]).book;
  expect(bookTotals(book)).toEqual({ entries: 3, enabled: 2, tokens: 7, constant: 4 });
});

test.each<[Partial<Entry>, string]>([
  [{ keys: ["a", "b"] }, "a, b"],
  [{ constant: true }, "Always on"],
  [{ enabled: false, keys: ["a"] }, "Off · a"],
  [{}, "no keywords"],
])("the note of %j", (changes, note) => expect(entryNote(entry("1", changes))).toBe(note));
