import { describe, expect, test } from "vitest";
import { longDate, monthYear } from "./dates";
import { compact, messagesSent, truncate } from "./format";

describe("truncate", () => {
  test.each([
    ["short", 40, "short"],
    ["a".repeat(40), 40, "a".repeat(40)],
    ["a".repeat(41), 40, `${"a".repeat(39)}…`],
    ["The house at the end of the pier, again", 22, "The house at the end…"],
    ["🎭".repeat(22), 22, "🎭".repeat(22)],
    ["🎭".repeat(23), 22, `${"🎭".repeat(21)}…`],
    ["", 22, ""],
  ])("%s at %i", (text, limit, expected) => {
    expect(truncate(text, limit)).toBe(expected);
  });

  test("never exceeds the limit in code points", () => {
    for (const limit of [22, 40, 120]) {
      expect(Array.from(truncate("𝕏 und ".repeat(60), limit)).length).toBeLessThanOrEqual(limit);
    }
  });
});

describe("compact", () => {
  test.each([
    [0, "0"],
    [1, "1"],
    [999, "999"],
    [1_000, "1K"],
    [1_050, "1K"],
    [1_100, "1.1K"],
    [12_345, "12.3K"],
    [99_950, "99.9K"],
    [100_000, "100K"],
    [123_456, "123K"],
    [999_999, "999K"],
    [1_000_000, "1M"],
    [1_250_000, "1.2M"],
    [10_000_000, "10M"],
    [999_999_999, "999M"],
    [1_000_000_000, "1B"],
    [1_234_567_890_123, "1234B"],
    [-1_500, "-1.5K"],
    [Number.NaN, "0"],
  ])("%d", (value, expected) => {
    expect(compact(value)).toBe(expected);
  });

  test("keeps four characters before the suffix at most", () => {
    for (let value = 1; value < 1e12; value = Math.ceil(value * 1.7)) {
      expect(compact(value).replace(/[KMB]$/, "").length).toBeLessThanOrEqual(4);
    }
  });
});

test.each([
  [0, "0 messages sent"],
  [1, "1 message sent"],
  [2, "2 messages sent"],
  [10_000_000, "10M messages sent"],
])("badge for %d", (count, expected) => {
  expect(messagesSent(count)).toBe(expected);
});

test.each([
  ["2026-03-09T23:59:59Z", "9 March 2026"],
  ["2026-12-31T00:00:00+02:00", "31 December 2026"],
  ["not a time", ""],
  ["2026-13-01T00:00:00Z", ""],
])("date %s", (time, expected) => {
  expect(longDate(time)).toBe(expected);
});

test("month and year", () => expect(monthYear("2026-03-09T00:00:00Z")).toBe("March 2026"));
