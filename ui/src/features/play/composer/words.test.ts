import { expect, test } from "vitest";
import type { Trouble } from "../model/state";
import type { Price } from "../wire";
import { bytesOf, costOf, troubleWords } from "./words";

const price = (changes: Partial<Price>): Price => ({
  perReply: 1,
  free: null,
  guest: null,
  balance: null,
  model: "m",
  ...changes,
});
const free = (left: number) => ({ left, of: 20, resetsOn: "2026-01-01T00:00:00Z" });

test.each([
  ["a guest's allowance", { guest: { left: 17, of: 20 } }, "17 of 20 guest replies left", false],
  ["its end", { guest: { left: 0, of: 20 } }, "No guest replies left", true],
  ["the free replies of the day", { free: free(3), balance: 0 }, "Free: 3 of 20 left today", false],
  ["after them the price", { free: free(0), balance: 5 }, "1 shekel a reply, you have 5 shekels", false],
  ["an empty wallet", { free: free(0), balance: 0 }, "1 shekel a reply, you have 0 shekels", true],
  ["a free model", { perReply: 0, balance: 0 }, "Free", false],
])("%s", (_name, changes, text, empty) => expect(costOf(price(changes))).toEqual({ text, empty }));

const trouble = (changes: Partial<Trouble>): Trouble => ({
  code: null,
  status: 500,
  message: "As the server says it.",
  retryAt: null,
  again: null,
  ...changes,
});

test.each([
  [402, "INSUFFICIENT_SHEKELS", "wallet"],
  [401, null, "signup"],
  [429, "GUEST_ALLOWANCE_USED", "signup"],
  [429, "RATE_LIMITED", null],
  [503, "CAPACITY_REACHED", null],
])("%i %s leads to %s", (status, code, way) => expect(troubleWords(trouble({ status, code })).way).toBe(way));

test("what has no words of its own is told in the server's", () => {
  expect(troubleWords(trouble({})).text).toBe("As the server says it.");
});

test("the limit counts bytes, as the server does", () => {
  expect(bytesOf("ä🌙")).toBe(6);
});
