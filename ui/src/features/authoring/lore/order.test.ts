import { expect, test } from "vitest";
import { type Entry, newEntry } from "./entry";
import { inOrder, moveEntries, neighbour } from "./order";

const entries = (...orders: number[]): Entry[] =>
  orders.map((order, at) => ({ ...newEntry("abcdef"[at] ?? ""), order }));
const shown = (all: readonly Entry[]) => inOrder(all).map(({ id, order }) => `${id}${order}`);

test("entries stand by order, then as they are listed", () =>
  expect(shown(entries(100, 50, 100, 70))).toEqual(["b50", "d70", "a100", "c100"]));

test.each<[string[], string, "before" | "after", string[]]>([
  // Equal orders: only the list changes.
  [["a"], "c", "after", ["b1", "c1", "a1", "d5", "e9"]],
  [["c"], "a", "before", ["c1", "a1", "b1", "d5", "e9"]],
  // An order that does not fit becomes the neighbour's.
  [["a"], "e", "after", ["b1", "c1", "d5", "e9", "a9"]],
  [["e"], "a", "before", ["e1", "a1", "b1", "c1", "d5"]],
  [["e"], "d", "before", ["a1", "b1", "c1", "e5", "d5"]],
  // Several keep their order among themselves.
  [["e", "a"], "d", "before", ["b1", "c1", "a1", "e5", "d5"]],
  [["a", "b"], "d", "after", ["c1", "d5", "a5", "b5", "e9"]],
])("%j moved to %s, %s it", (ids, target, side, expected) => {
  const all = entries(1, 1, 1, 5, 9);
  const moved = moveEntries(all, new Set(ids), target, side);
  expect(shown(moved)).toEqual(expected);
  // What was not moved is the same object.
  for (const entry of moved) if (!ids.includes(entry.id)) expect(all).toContain(entry);
});

test("nothing moves to a place that is not there, or beside itself", () => {
  const all = entries(1, 2);
  expect(moveEntries(all, new Set(["a"]), "x", "after")).toEqual(all);
  expect(moveEntries(all, new Set(["a"]), "a", "after")).toEqual(all);
  expect(moveEntries(all, new Set(["x"]), "a", "after")).toEqual(all);
});

test("a step leads to the neighbour that is shown", () => {
  const all = entries(1, 2, 3);
  expect(neighbour(all, "b", -1)).toBe("a");
  expect(neighbour(all, "c", 1)).toBeNull();
  expect(neighbour(all, "x", 1)).toBeNull();
});
