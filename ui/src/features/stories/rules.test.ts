import { expect, test } from "vitest";
import {
  castLine,
  fileName,
  folderNameError,
  folderTree,
  keepStage,
  MAX_DEPTH,
  marked,
  placesForFolder,
  previewText,
  reportOrder,
  sortOf,
  storyPath,
} from "./rules";
import type { Folder, ImportLine } from "./types";

const folder = (id: string, parentId: string | null = null, sortIndex = 0, name = id): Folder => ({
  id,
  name,
  parentId,
  sortIndex,
  etag: "1",
  count: 0,
});

test("one character is a chat, several are a story", () => {
  const one = { id: "c1", name: "Imre", avatar: null };
  expect(storyPath({ id: "s", characters: [one] })).toBe("/chat/s");
  expect(storyPath({ id: "s", characters: [] })).toBe("/chat/s");
  expect(storyPath({ id: "s", characters: [one, one] })).toBe("/story/s");
});

test.each([
  [[], ""],
  [["Imre"], "Imre"],
  [["Imre", "Odalys"], "Imre and Odalys"],
  [["Imre", "Odalys", "Ilse"], "Imre, Odalys and Ilse"],
  [["Imre", "Odalys", "Ilse", "Wren", "Tam"], "Imre, Odalys, Ilse and 2 more"],
])("the cast %j is %j", (names, line) => expect(castLine(names.map((name) => ({ name })))).toBe(line));

test("an unknown order is the usual one", () => {
  expect(sortOf("createdAtAsc")).toBe("createdAtAsc");
  expect(sortOf("sideways")).toBe("lastMessageAtDesc");
  expect(sortOf(undefined)).toBe("lastMessageAtDesc");
});

test("folders read as a tree, lost ones at the top", () => {
  const tree = folderTree([
    folder("b", null, 1),
    folder("a2", "a", 1),
    folder("a", null, 0),
    folder("a1", "a", 0),
    folder("lost", "gone", 2),
  ]);
  expect(tree.map(({ folder: { id }, depth }) => `${depth}${id}`)).toEqual([
    "0a",
    "1a1",
    "1a2",
    "0b",
    "0lost",
  ]);
  expect(tree[1]?.trail).toEqual(["a", "a1"]);
});

test("a folder goes neither into itself nor below itself, and no deeper than the tree may be", () => {
  const deep = Array.from({ length: MAX_DEPTH }, (_, at) => folder(`d${at}`, at === 0 ? null : `d${at - 1}`));
  const tree = folderTree([...deep, folder("x"), folder("y", "x")]);
  const offered = (id: string) => placesForFolder(tree, id).map(({ folder: { id: each } }) => each);
  expect(offered("d0")).toEqual([]);
  expect(offered("d6")).toEqual(["d0", "d1", "d2", "d3", "d4", "d5", "x", "y"]);
  expect(offered("x")).toEqual(["d0", "d1", "d2", "d3", "d4", "d5"]);
  expect(offered("y")).not.toContain("d7");
});

test.each([
  ["  ", "Enter a name."],
  ["Night", "There’s already a folder with that name here."],
  [" Night ", "There’s already a folder with that name here."],
  ["x".repeat(81), "Use at most 80 characters."],
  ["Day", null],
])("the name %j: %j", (name, error) => {
  expect(folderNameError(name, [folder("1", null, 0, "Night")], null)).toBe(error);
});

test("a folder keeps its own name", () => {
  expect(folderNameError("Night", [folder("1", null, 0, "Night")], "1")).toBeNull();
});

test("words that were searched for are marked, whatever they hold", () => {
  expect(marked("The lamp. A LAMP+ here", "lamp+ lamp")).toEqual([
    { text: "The ", hit: false },
    { text: "lamp", hit: true },
    { text: ". A ", hit: false },
    { text: "LAMP+", hit: true },
    { text: " here", hit: false },
  ]);
  expect(marked("plain", " ")).toEqual([{ text: "plain", hit: false }]);
});

test("what an import lost comes first", () => {
  const line = (field: string, outcome: ImportLine["outcome"]) => ({ field, outcome, note: "" });
  const report = [line("a", "kept"), line("b", "dropped"), line("c", "changed"), line("d", "asked")];
  expect(reportOrder(report).map(({ field }) => field)).toEqual(["b", "d", "c", "a"]);
});

test.each([
  ["The Lamp: a/b?", "The Lamp a b.json"],
  ["灯台", "灯台.json"],
  ["///", "story.json"],
])("%j is kept as %j", (title, name) => expect(fileName(title, "json")).toBe(name));

test.each([
  [20, 20, "quiet"],
  [18, 20, "quiet"],
  [17, 20, "asking"],
  [6, 20, "asking"],
  [5, 20, "low"],
  [0, 20, "over"],
  [2, 2, "low"],
])("with %d of %d lines left a guest is told: %s", (left, of, stage) =>
  expect(keepStage({ left, of })).toBe(stage),
);

test("a preview has no marks, even where it was cut between two", () => {
  expect(previewText("*Down below, the last light goes out. The plat", 200)).toBe(
    "Down below, the last light goes out. The plat",
  );
  expect(previewText("*He nods.* “Then **go**.”", 200)).toBe("He nods. “Then go.”");
});
