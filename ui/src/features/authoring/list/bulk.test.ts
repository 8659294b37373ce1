import { expect, test } from "vitest";
import { aMyScenario } from "../../../testing/myScenarios";
import { tagCalls, tagCounts, tagsAfter, undoRating, undoTags } from "./bulk";

const BEFORE = [
  aMyScenario("a", { tags: ["Sea", "fog"], rating: "mature" }),
  aMyScenario("b", { tags: ["fog"], rating: null }),
  aMyScenario("c", { tags: [], rating: "mature" }),
];

test("tags are compared whatever their letters' case", () => {
  expect(tagsAfter(["Sea", "fog"], { add: ["sea", "slow burn"], remove: ["FOG"] })).toEqual([
    "Sea",
    "slow burn",
  ]);
});

test("tags go and come in one call, and nothing is sent for nothing", () => {
  const ids = ["a", "b", "c"];
  expect(tagCalls(BEFORE, { add: ["sea"], remove: ["fog"] })).toEqual([
    { ids, change: { removeTags: ["fog"], addTags: ["sea"] } },
  ]);
  expect(tagCalls(BEFORE, { add: ["sea"], remove: [] })).toEqual([{ ids, change: { addTags: ["sea"] } }]);
});

test("undoing tags gives each scenario what it had, and no more", () => {
  expect(undoTags(BEFORE, { add: ["sea", "fog"], remove: [] })).toEqual([
    { ids: ["b"], change: { removeTags: ["sea"] } },
    { ids: ["c"], change: { removeTags: ["sea", "fog"] } },
  ]);
  expect(undoTags(BEFORE, { add: ["rain"], remove: ["fog", "sea"] })).toEqual([
    { ids: ["a"], change: { removeTags: ["rain"], addTags: ["Sea", "fog"] } },
    { ids: ["b"], change: { removeTags: ["rain"], addTags: ["fog"] } },
    { ids: ["c"], change: { removeTags: ["rain"] } },
  ]);
});

test("undoing a rating gives each scenario the one it had", () => {
  expect(undoRating(BEFORE)).toEqual([
    { ids: ["a", "c"], change: { rating: "mature" } },
    { ids: ["b"], change: { rating: null } },
  ]);
});

test("tags are counted over what is chosen, the most used first", () => {
  const more = [...BEFORE, aMyScenario("d", { tags: ["Fog"] })];
  expect(tagCounts(more)).toEqual([
    { name: "fog", count: 3 },
    { name: "Sea", count: 1 },
  ]);
});
