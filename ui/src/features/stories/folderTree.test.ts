import { expect, test } from "vitest";
import { folderNameError, folderTree, MAX_DEPTH, placesForFolder } from "./folderTree";
import type { Folder } from "./types";

const folder = (id: string, parentId: string | null = null, sortIndex = 0, name = id): Folder => ({
  id,
  name,
  parentId,
  sortIndex,
  etag: "1",
  count: 0,
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
