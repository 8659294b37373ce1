import { expect, test } from "vitest";
import { isKept } from "./record";

const DAY_MS = 24 * 60 * 60 * 1_000;
const typed = { kind: "text", path: ["title"], at: 0, removed: "", inserted: "Fog" } as const;
const record = { owner: "ann", at: 0, pending: [], conflicts: [], unanswered: [] };

test("another person's record stays while it holds something unsent, and none stays over 60 days", () => {
  expect(isKept(record, "ann", DAY_MS)).toBe(true);
  expect(isKept(record, "bela", DAY_MS)).toBe(false);
  expect(isKept({ ...record, pending: [typed] }, "bela", DAY_MS)).toBe(true);
  expect(isKept({ ...record, unanswered: [[typed]] }, "bela", DAY_MS)).toBe(true);
  expect(isKept({ ...record, pending: [typed] }, "bela", 61 * DAY_MS)).toBe(false);
  expect(isKept({ ...record, pending: [typed] }, "ann", 61 * DAY_MS)).toBe(false);
});
