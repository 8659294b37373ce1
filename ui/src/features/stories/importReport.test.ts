import { expect, test } from "vitest";
import { reportOrder } from "./importReport";
import type { ImportLine } from "./types";

test("what an import lost comes first", () => {
  const line = (field: string, outcome: ImportLine["outcome"]) => ({ field, outcome, note: "" });
  const report = [line("a", "kept"), line("b", "dropped"), line("c", "changed"), line("d", "asked")];
  expect(reportOrder(report).map(({ field }) => field)).toEqual(["b", "d", "c", "a"]);
});
