import { expect, test } from "vitest";
import { aChain, aMessage, aSlice } from "../testing";
import { Line } from "./line";

function lineOf(from: number, to: number, above: number | null = null): Line {
  const line = new Line();
  line.replace(aSlice(aChain(to - from, from), above));
  return line;
}

const names = (from: number, to: number) => aChain(to - from, from).map(({ id }) => id);

test("older messages join at the start, newer ones at the end, each once", () => {
  const line = lineOf(10, 20, 10);
  line.prepend(aSlice(aChain(6, 5), 5));
  expect(line.ids).toEqual(names(5, 20));
  expect(line.above).toBe(5);
  line.append(aSlice(aChain(4, 18)));
  expect(line.ids).toEqual(names(5, 22));
  expect(line.below).toBeNull();
});

test("an empty slice above is the story's root", () => {
  const line = lineOf(3, 5, 3);
  line.prepend(aSlice([]));
  expect(line.above).toBeNull();
});

test("a new message follows its parent, and what followed there before leaves the screen", () => {
  const line = lineOf(0, 5);
  const version = aMessage({ id: "other", parentId: "m2", depth: 3 });
  expect(line.place(version)).toBe(true);
  expect(line.ids).toEqual(["m0", "m1", "m2", "other"]);
  expect(line.get("m3")).toBeDefined();
});

test("a message of a branch that is not on screen changes nothing there", () => {
  const line = lineOf(0, 3);
  expect(line.place(aMessage({ id: "far", parentId: "elsewhere" }))).toBe(false);
  expect(line.ids).toEqual(names(0, 3));
});

test("the server's message takes the place of the one shown before it answered", () => {
  const line = lineOf(0, 2);
  line.place(aMessage({ id: "local-1", parentId: "m1", depth: 2 }));
  line.place(aMessage({ id: "reply", parentId: "local-1", depth: 3 }));
  line.exchange("local-1", aMessage({ id: "m2", parentId: "m1", depth: 2 }));
  expect(line.ids).toEqual(["m0", "m1", "m2", "reply"]);
  expect(line.get("local-1")).toBeUndefined();
});

test("a sync keeps what was loaded above it", () => {
  const line = lineOf(0, 100);
  expect(line.merge(aSlice(aChain(50, 60), 60))).toBe(true);
  expect(line.ids).toEqual(names(0, 110));
  expect(line.above).toBeNull();
});

test("a sync that changes nothing leaves the very same list", () => {
  const line = lineOf(0, 10);
  const before = line.ids;
  line.merge(aSlice(aChain(5, 5), 5));
  expect(line.ids).toBe(before);
});

test("a sync from another branch joins where the two part", () => {
  const line = lineOf(0, 10);
  const branch = [
    aMessage({ id: "b", parentId: "m4", depth: 5 }),
    aMessage({ id: "c", parentId: "b", depth: 6 }),
  ];
  line.merge(aSlice(branch, 5));
  expect(line.ids).toEqual([...names(0, 5), "b", "c"]);
});

test("a reader far above is not taken to the end by a sync", () => {
  const line = lineOf(0, 10);
  line.below = 9;
  expect(line.merge(aSlice(aChain(50, 500), 500))).toBe(false);
  expect(line.ids).toEqual(names(0, 10));
});

test("what was deleted leaves with everything below it", () => {
  const line = lineOf(0, 5);
  line.cut("m3");
  expect(line.ids).toEqual(names(0, 3));
});
