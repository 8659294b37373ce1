import { expect, test } from "vitest";
import type { ImportBatch } from "../types";
import { batchTitle, isAsking, resultText, settledIn, statusText } from "./copy";

const NONE = {
  waiting: 0,
  importing: 0,
  imported: 0,
  updated: 0,
  skipped: 0,
  changed: 0,
  failed: 0,
  total: 0,
};
const batch = (changes: Partial<ImportBatch>, counts: Partial<ImportBatch["counts"]> = {}): ImportBatch => ({
  id: "b1",
  name: "Tavern",
  createdOn: "2026-03-09T12:00:00Z",
  sealed: true,
  finished: false,
  changed: null,
  counts: { ...NONE, ...counts },
  ...changes,
});

test("a batch without a name is called by its day", () => {
  expect(batchTitle(batch({}))).toBe("Tavern");
  expect(batchTitle(batch({ name: " " }))).toBe("Import of 9 March 2026");
});

test("what waits for the answer is not done", () => {
  const counts = { ...NONE, total: 10, waiting: 2, importing: 1, changed: 3, failed: 1, imported: 3 };
  expect(settledIn(counts)).toBe(4);
  expect(isAsking({ changed: null, counts })).toBe(true);
  expect(isAsking({ changed: "skip", counts })).toBe(false);
});

test.each([
  [
    { imported: 60, updated: 1, skipped: 2, failed: 3 },
    "60 files imported, 1 scenario updated, 2 skipped and 3 failed.",
  ],
  [{ imported: 1 }, "1 file imported."],
  [{}, "Nothing was imported."],
])("the result in a sentence", (counts, text) => expect(resultText({ ...NONE, ...counts })).toBe(text));

test.each([
  ["Finished", batch({ finished: true }), false],
  ["Sending and importing", batch({ sealed: false }, { waiting: 2 }), true],
  ["Importing", batch({ sealed: false }, { waiting: 2 }), false],
  ["Waiting for files", batch({ sealed: false }), false],
  ["Importing", batch({}, { importing: 1, changed: 2 }), false],
  ["Waiting for your answer", batch({}, { changed: 2 }), false],
] as const)("%s", (text, one, isSending) => expect(statusText(one, isSending)).toBe(text));
