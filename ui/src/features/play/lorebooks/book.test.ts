import { expect, test } from "vitest";
import { type Book, entryNote, entryTitle, faultsOf, keysOf, keysText, newEntry } from "./book";

test.each([
  ["lamp, lighthouse", ["lamp", "lighthouse"]],
  ["  lamp ,, lamp ", ["lamp"]],
  ["", []],
  ["/lamp(s|, lit)?/i, tower", ["/lamp(s|, lit)?/i", "tower"]],
  ["tower, /a\\/b/", ["tower", "/a\\/b/"]],
  ["and/or, either", ["and/or", "either"]],
])("keys of %j", (typed, keys) => expect(keysOf(typed)).toEqual(keys));

test("keys come back as they were typed", () =>
  expect(keysOf(keysText(["/a, b/i", "tower"]))).toEqual(["/a, b/i", "tower"]));

test("an entry is called by its name, its comment, or its first key", () => {
  const entry = newEntry("e");
  expect(entryTitle(entry)).toBe("Untitled");
  expect(entryTitle({ ...entry, keys: ["lamp"] })).toBe("lamp");
  expect(entryTitle({ ...entry, keys: ["lamp"], comment: "The lamp" })).toBe("The lamp");
  expect(entryTitle({ ...entry, comment: "The lamp", name: "Lamp" })).toBe("Lamp");
});

const book = (entries: Book["entries"], name = "Coast"): Book => ({
  name,
  description: "",
  scanDepth: null,
  tokenBudget: null,
  recursive: true,
  entries,
});

test("a book that can be saved", () =>
  expect(faultsOf(book([{ ...newEntry("e"), keys: ["lamp"], content: "It is green." }]))).toEqual({
    name: null,
    entries: [],
  }));

test.each([
  ["no keywords", { content: "It is green." }, 1],
  ["nothing to say", { keys: ["lamp"] }, 1],
  ["always on without keys", { constant: true, content: "It is green." }, 0],
  ["off and empty", { enabled: false }, 0],
])("an entry with %s", (_, change, count) =>
  expect(faultsOf(book([{ ...newEntry("e"), ...change }])).entries).toHaveLength(count),
);

test("a book needs a name", () => expect(faultsOf(book([], "  ")).name).not.toBeNull());

test("what a list says of an entry", () => {
  const entry = { ...newEntry("e"), keys: ["a", "b"] };
  expect(entryNote(entry)).toBe("a, b");
  expect(entryNote({ ...entry, constant: true })).toBe("always on");
  expect(entryNote({ ...entry, enabled: false })).toBe("off");
});
