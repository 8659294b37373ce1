import { expect, test } from "vitest";
import { backoffMs, isRefusal, isTooSoon, isValid } from "./token-rules";

const MINUTE = 60_000;
const token = { value: "t", obtainedAt: 0, expiresAt: 60 * MINUTE };

test.each([
  [0, true],
  [55 * MINUTE - 1, true],
  [55 * MINUTE, false],
  [61 * MINUTE, false],
])("at %i ms a token of 60 minutes is valid: %s", (now, expected) => {
  expect(isValid(token, now)).toBe(expected);
});

test("no token is not valid", () => expect(isValid(null, 0)).toBe(false));

test.each([
  [null, 5, false, false],
  [0, 29_999, false, true],
  [0, 30_000, false, false],
  [0, 1, true, false],
])("last at %s, now %i, forced %s: too soon is %s", (last, now, force, expected) => {
  expect(isTooSoon(last, now, force)).toBe(expected);
});

test("the waits double from 1 s to 5 s", () => {
  expect([1, 2, 3, 4, 5].map(backoffMs)).toEqual([1_000, 2_000, 4_000, 5_000, 5_000]);
});

test.each([
  [401, true],
  [403, true],
  [423, true],
  [408, false],
  [429, false],
  [0, false],
  [500, false],
  [503, false],
])("status %i is final: %s", (status, expected) => expect(isRefusal(status)).toBe(expected));
