import { expect, test } from "vitest";
import type { FieldReport } from "../types";
import { cardFieldName, reportOrder, summary } from "./report";

const line = (outcome: FieldReport["outcome"]): FieldReport => ({ field: outcome, outcome, note: "" });
const report = [line("taken"), line("kept"), line("refused"), line("changed"), line("refused")];

test("what is lost stands first", () => {
  expect(reportOrder({ report, links: [] }).map(({ outcome }) => outcome)).toEqual([
    "refused",
    "refused",
    "changed",
    "kept",
    "taken",
  ]);
});

test("the summary says what needs a look", () => {
  const address = "https://a.test/b.png";
  const links = [{ place: "/description", address }];
  expect(summary({ report: [...report, { ...line("refused"), field: address }], links })).toBe(
    "2 fields couldn’t be imported, 1 field had to be changed, 1 picture on other sites wasn’t loaded.",
  );
  expect(summary({ report: [line("taken"), line("kept")], links: [] })).toBe("Everything was imported.");
});

test.each([
  ["data.creator", "Creator"],
  ["data.extensions.depth_prompt", "Extensions › depth prompt"],
  ["data.character_book.entries[].keys", "Character book › entries › keys"],
  ["spec", "Spec"],
])("a card's field in words: %s", (field, words) => expect(cardFieldName(field)).toBe(words));
