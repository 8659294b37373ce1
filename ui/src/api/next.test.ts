import { expect, test } from "vitest";
import { safePath } from "./next";

test.each([
  ["/dashboard", "/dashboard"],
  ["/user/abc?cursor=x#y", "/user/abc?cursor=x#y"],
  ["//evil.example", null],
  ["/\\evil.example", null],
  ["https://evil.example", null],
  ["javascript:alert(1)", null],
  ["", null],
  [null, null],
])("%s leads to %s", (given, expected) => expect(safePath(given)).toBe(expected));
