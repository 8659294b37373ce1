import { expect, test } from "vitest";
import type { FieldReport } from "../types";
import { reportOrder, summary } from "./report";

const line = (outcome: FieldReport["outcome"]): FieldReport => ({ field: outcome, outcome, note: "" });
const report = [line("taken"), line("kept"), line("refused"), line("changed"), line("refused")];

test("what is lost stands first", () => {
  expect(reportOrder(report).map(({ outcome }) => outcome)).toEqual([
    "refused",
    "refused",
    "changed",
    "kept",
    "taken",
  ]);
});

test("the summary says what needs a look", () => {
  expect(summary({ report, links: [{ place: "/description", address: "https://a.test/b.png" }] })).toBe(
    "2 fields couldn’t be imported, 1 field had to be changed, 1 picture on other sites wasn’t loaded.",
  );
  expect(summary({ report: [line("taken"), line("kept")], links: [] })).toBe("Everything was imported.");
});
