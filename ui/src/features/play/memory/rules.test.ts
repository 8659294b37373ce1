import { expect, test } from "vitest";
import type { Fact } from "../types";
import { FACT_CHARS, factError, inOrder } from "./rules";

test.each([
  ["", "Enter a fact."],
  ["   ", "Enter a fact."],
  ["Mara limps.", null],
  ["x".repeat(FACT_CHARS), null],
  ["🙂".repeat(FACT_CHARS), null],
  ["x".repeat(FACT_CHARS + 1), "A fact can have up to 500 characters. This one is 1 too long."],
])("a fact of %j", (text, error) => expect(factError(text)).toBe(error));

const fact = (id: string, pinned: boolean, createdOn: string, holds = true): Fact => ({
  holds,
  id,
  text: id,
  sourceMessageId: null,
  pinned,
  createdOn,
  version: 1,
});

test("what holds here stands first, pinned facts before others, then in the order they were written", () => {
  const facts = [
    fact("z", true, "2026-01-01T00:00:00Z", false),
    fact("c", false, "2026-01-03T00:00:00Z"),
    fact("b", true, "2026-01-02T00:00:00Z"),
    fact("a", false, "2026-01-01T00:00:00Z"),
  ];
  expect(inOrder(facts).map(({ id }) => id)).toEqual(["b", "a", "c", "z"]);
});
