import { expect, test } from "vitest";
import type { Draft } from "../types";
import { emptyDraft, newActor } from "./draft";
import { fieldName, placeOfField } from "./parts";
import { pathOfPointer } from "./path";
import { withheld } from "./withhold";

test("a refused field goes back, the rest is saved", () => {
  const stored = { title: "Fog", tagline: "" };
  expect(withheld({ title: "x".repeat(130), tagline: "Sea" }, stored, [["title"]])).toEqual({
    title: "Fog",
    tagline: "Sea",
  });
});

test("what is within something that is not stored yet is left out", () => {
  const stored = { origin: null, actors: [{ id: "a", expressions: [] as { name: string }[] }] };
  const draft = {
    origin: { kind: "permission", from: "" },
    actors: [
      { id: "a", expressions: [{ name: "" }] },
      { id: "b", expressions: [], name: "y" },
    ],
  };
  expect(
    withheld(draft, stored, [
      ["origin", "from"],
      ["actors", "@a", "expressions", "0", "name"],
    ]),
  ).toEqual({
    origin: null,
    actors: [{ id: "a", expressions: [] }, draft.actors[1]],
  });
  expect(withheld(draft, stored, [["actors", "@b", "name"]])).toEqual({
    ...draft,
    actors: [draft.actors[0]],
  });
  expect(withheld(draft, stored, [[]])).toBe(stored);
});

test("a choice that is not complete goes back to the one that is stored", () => {
  const stored = { title: "Fog", origin: { kind: "mine" } };
  const draft = { title: "Mist", origin: { kind: "permission", from: "" } };
  expect(withheld(draft, stored, [["origin", "from"]])).toEqual({ title: "Mist", origin: { kind: "mine" } });
});

test("a field is named, and its part is found", () => {
  const actor = { ...newActor(), id: "imre", name: "Imre" };
  const draft: Draft = { ...emptyDraft(), actors: [newActor(), actor] };
  const path = pathOfPointer(draft, "/actors/1/personality");
  expect(fieldName(path, draft)).toBe("Imre: Personality");
  expect(placeOfField(path)).toEqual({ part: "actors", item: "imre" });
  expect(fieldName(pathOfPointer(draft, "/actors"), draft)).toBe("Actors");
  expect(placeOfField(["cover"])).toEqual({ part: "images", item: null });
  expect(placeOfField(["rating"])).toEqual({ part: "basics", item: null });
  expect(fieldName([], draft)).toBe("Scenario");
  const moody = { ...actor, expressions: [{ name: "joy", image: null }] };
  expect(fieldName(["actors", "@imre", "expressions", "0", "image"], { ...draft, actors: [moody] })).toBe(
    "Imre: Expressions: joy: Picture",
  );
});
