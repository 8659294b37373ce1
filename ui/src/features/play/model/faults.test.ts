import { expect, test } from "vitest";
import type { FaultCode } from "../types";
import { faultOf, helpOf, waitText } from "./faults";

const TWO = [{ name: "a" }, { name: "b" }];
const of = (code: string, more = {}) => ({ code: code as FaultCode, retryAt: null, tended: false, ...more });

test.each([
  ["wrong key", "MODEL_KEY_REFUSED", false, true],
  ["forbidden", "MODEL_FORBIDDEN", false, true],
  ["model gone", "MODEL_NOT_FOUND", false, true],
  ["refused", "MODEL_REFUSED", false, true],
  ["filtered", "REPLY_FILTERED", false, true],
  ["prompt too large", "PROMPT_TOO_LARGE", false, true],
  ["too many requests", "MODEL_RATE_LIMITED", true, true],
  ["overloaded", "OVERLOADED", true, true],
  ["failed", "UPSTREAM", true, true],
  ["unreachable", "MODEL_UNREACHABLE", true, true],
  ["too slow", "TIMEOUT", true, true],
  ["cut", "REPLY_CUT", true, false],
  ["unreadable", "REPLY_MALFORMED", true, true],
  ["empty", "REPLY_EMPTY", true, true],
  ["interrupted by the server", "INTERRUPTED", true, false],
  ["what it answers is gone", "GONE", false, false],
  ["no shekels", "INSUFFICIENT_SHEKELS", false, false],
  ["no guest replies", "GUEST_ALLOWANCE_USED", false, false],
  ["anything new", "SOMETHING_NEW", true, false],
])("%s: what helps", (_, code, again, model) => expect(helpOf(of(code), TWO, 0)).toEqual({ again, model }));

test("with one model there is none to switch to", () =>
  expect(helpOf(of("TIMEOUT"), [{ name: "a" }], 0)).toEqual({ again: true, model: false }));

test("what the player has looked after may be tried again", () =>
  expect(helpOf(of("PROMPT_TOO_LARGE", { tended: true }), TWO, 0).again).toBe(true));

test("nobody is asked to watch a button for hours", () => {
  expect(helpOf(of("CAPACITY_REACHED", { retryAt: 9 * 3_600_000 }), TWO, 0).again).toBe(false);
  expect(helpOf(of("MODEL_RATE_LIMITED", { retryAt: 60_000 }), TWO, 0).again).toBe(true);
});

test("a fault knows when it may be tried again", () =>
  expect(faultOf({ code: "X", message: "No.", retryAfter: 7, shorten: "persona" }, 1_000)).toEqual({
    code: "X",
    message: "No.",
    retryAt: 8_000,
    shorten: "persona",
    tended: false,
  }));

test.each([
  [300, "in 1 s"],
  [11_200, "in 12 s"],
  [120_000, "in 2 min"],
  [9.2 * 3_600_000, "in about 9 hours"],
])("%d ms are %s", (ms, words) => expect(waitText(ms)).toBe(words));
