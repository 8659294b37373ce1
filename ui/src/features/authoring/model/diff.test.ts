import { expect, test } from "vitest";
import { allApplied, applied, type Change, changesBetween, reversed } from "./diff";
import type { Json } from "./path";

const item = (id: string, text = "") => ({ id, text });

/** Pairs of versions of one draft. */
const PAIRS: readonly (readonly [name: string, before: Json, after: Json])[] = [
  ["a text", { title: "The lamp" }, { title: "The old lamp" }],
  ["a text that repeats", { title: "aaaa" }, { title: "aaaaaa" }],
  ["emoji that share half of a surrogate pair", { title: "a😀b" }, { title: "a😁b" }],
  ["a value", { rating: null }, { rating: "mature" }],
  ["a field that goes", { cover: { key: "k", unknown: {} } }, { cover: { key: "k" } }],
  ["items added", { actors: [] }, { actors: [item("a"), item("b")] }],
  ["an item removed", { actors: [item("a"), item("b", "x")] }, { actors: [item("a")] }],
  [
    "another order",
    { actors: [item("a"), item("b"), item("c")] },
    { actors: [item("c"), item("a"), item("b")] },
  ],
  [
    "another order, one changed, one new, one gone",
    { actors: [item("a", "one"), item("b"), item("c")] },
    { actors: [item("c"), item("d", "new"), item("a", "two")] },
  ],
  ["words", { tags: ["fog", "sea"] }, { tags: ["sea"] }],
  ["a list that gets ids", { list: ["a"] }, { list: [item("a")] }],
];

test.each(PAIRS)("%s: forwards and back", (_, before, after) => {
  const changes = changesBetween(before, after);
  expect(changes.length).toBeGreaterThan(0);
  expect(allApplied(before, changes)).toEqual(after);
  const back = allApplied(after, changes.map(reversed).toReversed());
  expect(changesBetween(back, before)).toEqual([]);
});

test("a change names the piece of a text, not the text", () => {
  const long = "word ".repeat(20_000);
  const [change] = changesBetween({ text: long }, { text: `${long}more` });
  expect(change).toMatchObject({ kind: "text", removed: "", inserted: "more" });
});

test("what changed elsewhere stays", () => {
  const before = { actors: [item("a"), item("b", "old")], title: "Fog" };
  const after = { actors: [item("b", "old"), item("a"), item("c")], title: "Fog" };
  const [change] = changesBetween(before, after) as [Change];
  const elsewhere = { actors: [item("a"), item("z"), item("b", "new")], title: "Mist" };
  expect(applied(elsewhere, change)).toEqual({
    actors: [item("b", "new"), item("a"), item("z"), item("c")],
    title: "Mist",
  });
});

test("a change of a text moves with it, and does nothing where its words are gone", () => {
  const [change] = changesBetween({ text: "He waits." }, { text: "He waits at the pier." }) as [Change];
  const back = reversed(change);
  expect(applied({ text: "Tonight he waits at the pier." }, back)).toEqual({ text: "Tonight he waits." });
  expect(applied({ text: "Nothing of it." }, back)).toEqual({ text: "Nothing of it." });
});
