import { expect, test } from "vitest";
import { isSame, pathOfPointer, pointerOf, valueAt, withValueAt } from "./path";

const draft = {
  title: "Fog",
  actors: [
    { id: "imre", name: "Imre" },
    { id: "odalys", name: "Odalys", expressions: [{ name: "joy" }] },
  ],
};

test("a place is found by names, ids and positions", () => {
  expect(valueAt(draft, ["actors", "@odalys", "expressions", "0", "name"])).toBe("joy");
  for (const gone of [
    ["actors", "@nobody", "name"],
    ["title", "x"],
    ["actors", "7"],
    ["actors", "@"],
  ])
    expect(valueAt(draft, gone)).toBeUndefined();
});

test("setting a value leaves everything else the same object", () => {
  const next = withValueAt(draft, ["actors", "@imre", "name"], "Imre the younger") as typeof draft;
  expect(next.actors[0]?.name).toBe("Imre the younger");
  expect(next.actors[1]).toBe(draft.actors[1]);
  expect(withValueAt(draft, ["actors", "@nobody", "name"], "x")).toBe(draft);
  expect(withValueAt(draft, ["title"], "Fog")).toBe(draft);
});

test("the server's pointer leads to the same item after the list was put in another order", () => {
  const path = pathOfPointer(draft, "/actors/1/expressions/0/name");
  expect(path).toEqual(["actors", "@odalys", "expressions", "0", "name"]);
  expect(pointerOf(path)).toBe("/actors/@odalys/expressions/0/name");
  const turned = { ...draft, actors: draft.actors.toReversed() };
  expect(valueAt(turned, path)).toBe("joy");
  expect(pathOfPointer(draft, "")).toEqual([]);
  expect(pathOfPointer({ "a/b": { "c~d": 1 } }, "/a~1b/c~0d")).toEqual(["a/b", "c~d"]);
});

test("what is absent and what is undefined are the same", () => {
  expect(isSame({ a: 1, b: undefined }, { a: 1 })).toBe(true);
  expect(isSame({ a: 1, b: null }, { a: 1 })).toBe(false);
  expect(isSame([1, 2], [2, 1])).toBe(false);
});
