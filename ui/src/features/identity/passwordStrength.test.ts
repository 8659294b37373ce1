import { expect, test } from "vitest";
import { strength } from "./passwordStrength";

test.each([
  ["", "short"],
  ["abc", "short"],
  ["aaaaaaaaaaaaaa", "weak"],
  ["password", "weak"],
  ["password123", "weak"],
  ["qwertyuiop12", "weak"],
  ["12345678", "weak"],
  ["lantern7Tide", "fair"],
  ["seven pupils and a ferry", "strong"],
  ["kX9#vL2m!qRt7", "strong"],
])("%s is %s", (password, expected) => expect(strength(password)).toBe(expected));

test("one's own name does not count", () => {
  expect(strength("marigoldmarigold", "marigold@example.org")).toBe("weak");
});
