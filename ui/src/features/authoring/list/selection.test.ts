import { expect, test } from "vitest";
import { allOf, MOST_SELECTED, NOTHING_SELECTED, turned } from "./selection";

const SHOWN = ["a", "b", "c", "d", "e"];
const press = (...presses: (readonly [id: string, range: boolean])[]) =>
  [...presses.reduce((now, [id, range]) => turned(now, SHOWN, id, range), NOTHING_SELECTED).ids].toSorted();

test("one press turns one on, the next turns it off", () => {
  expect(press(["b", false])).toEqual(["b"]);
  expect(press(["b", false], ["d", false], ["b", false])).toEqual(["d"]);
});

test("a range reaches from the last press, in both directions", () => {
  expect(press(["b", false], ["d", true])).toEqual(["b", "c", "d"]);
  expect(press(["d", false], ["b", true])).toEqual(["b", "c", "d"]);
  expect(press(["a", true])).toEqual(["a"]);
});

test("a range turns all off where its end was on", () => {
  expect(press(["a", false], ["e", true], ["d", true])).toEqual(["a", "b", "c"]);
});

test("a range from what is no longer shown is one press", () => {
  const from = { ...NOTHING_SELECTED, ids: new Set(["gone"]), anchor: "gone" };
  expect([...turned(from, SHOWN, "c", true).ids]).toEqual(["gone", "c"]);
});

test("no more are chosen than one call may change, and it is counted what is left out", () => {
  const many = Array.from({ length: MOST_SELECTED + 1 }, (_, at) => `s${at}`);
  const all = allOf(many);
  expect(all.ids.size).toBe(MOST_SELECTED);
  const more = turned(all, many, `s${MOST_SELECTED}`, false);
  expect([more.ids.size, more.leftOut]).toEqual([MOST_SELECTED, 1]);
  const fewer = turned(more, many, "s0", false);
  expect([fewer.ids.size, fewer.leftOut]).toEqual([MOST_SELECTED - 1, 0]);
});
