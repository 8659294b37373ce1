import { expect, test } from "vitest";
import { applyDelta } from "./delta";

test.each([
  ["at the end it is added", "Hel", 3, "lo", "Hello"],
  ["said twice it changes nothing", "Hello", 3, "lo", "Hello"],
  ["an overlap is added once", "Hello", 3, "lo there", "Hello there"],
  ["what differs is taken from the server", "Help", 3, "lo", "Hello"],
  ["a gap is noticed", "He", 3, "lo", null],
  ["offsets count UTF-16 units", "🌙", 2, "!", "🌙!"],
  ["an empty piece is nothing", "a", 1, "", "a"],
])("%s", (_name, content, offset, text, expected) =>
  expect(applyDelta(content, offset, text)).toBe(expected),
);
