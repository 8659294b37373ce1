import { expect, test } from "vitest";
import { cookieText, readCookie } from "./cookies";

test.each([
  ["a=1; theme=light", "theme", "light"],
  ["mytheme=dark; theme=light", "theme", "light"],
  ["theme=a%20b", "theme", "a b"],
  ["theme=%", "theme", null],
  ["", "theme", null],
  ["theme", "theme", null],
])("%j has %s = %s", (jar, name, expected) => expect(readCookie(jar, name)).toBe(expected));

test("days become seconds", () => {
  expect(cookieText("a", "b c", 30, true)).toBe("a=b%20c; path=/; max-age=2592000; samesite=lax; secure");
});
