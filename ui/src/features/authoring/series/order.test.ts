import { expect, test } from "vitest";
import { MOST_SCENARIOS, movedBeside, movedTo, placeByKey, seriesOf, withAdded } from "./order";

const list = (ids: string) => Array.from(ids, (id) => ({ id, displayName: `Title ${id}` }));
const ids = (scenarios: readonly { id: string }[]) => scenarios.map(({ id }) => id).join("");

test.each([
  ["a", 2, "bca"],
  ["c", 0, "cab"],
  ["b", 1, "abc"],
  ["a", 9, "bca"],
  ["c", -1, "cab"],
  ["x", 0, "abc"],
])("%s moves to place %i: %s", (id, place, expected) => {
  expect(ids(movedTo(list("abc"), id, place))).toBe(expected);
});

test.each([
  ["a", "c", "before", "bacd"],
  ["a", "c", "after", "bcad"],
  ["d", "a", "before", "dabc"],
  ["b", "a", "after", "abcd"],
  ["a", "x", "after", "abcd"],
] as const)("%s is dropped on %s, %s it: %s", (id, target, side, expected) => {
  expect(ids(movedBeside(list("abcd"), id, { id: target, side }))).toBe(expected);
});

test("keys lead one further or to the ends, and not beyond", () => {
  const places = ["ArrowUp", "ArrowDown", "Home", "End", "a"].map((key) => placeByKey(key, 2, 3));
  expect(places).toEqual([1, 2, 0, 2, null]);
  expect(placeByKey("ArrowUp", 0, 3)).toBe(0);
});

test("what is added stands behind, once, as far as there is room", () => {
  expect(ids(withAdded(list("ab"), list("bca")))).toBe("abc");
  const many = Array.from({ length: MOST_SCENARIOS }, (_, at) => ({ id: `s${at}`, displayName: "" }));
  expect(withAdded(many, list("a"))).toEqual(many);
});

test("a scenario's other series is known", () => {
  const all = [
    { id: "one", title: "One", scenarios: list("ab") },
    { id: "two", title: "Two", scenarios: list("c") },
  ];
  expect([...seriesOf(all, "two")]).toEqual([
    ["a", "One"],
    ["b", "One"],
  ]);
});
