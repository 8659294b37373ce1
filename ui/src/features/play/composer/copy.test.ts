import { expect, test } from "vitest";
import type { Trouble } from "../model/state";
import type { Price } from "../types";
import { bytesOf, costOf, troubleText } from "./copy";

const price = (changes: Partial<Price>): Price => ({
  perReply: 1,
  replies: { least: 1, most: 1 },
  turn: changes.counts ? 0 : (changes.perReply ?? 1) * (changes.replies?.most ?? 1),
  counts: false,
  free: null,
  guest: null,
  balance: null,
  model: "m",
  ...changes,
});
const free = (left: number) => ({ left, of: 20, resetsOn: "2026-01-01T00:00:00Z" });

test.each([
  [
    "a guest's allowance",
    { perReply: 0, counts: true, guest: { left: 17, of: 20 } },
    "17 of 20 guest messages left",
    false,
  ],
  ["its end", { perReply: 0, counts: true, guest: { left: 0, of: 20 } }, "No guest messages left", true],
  ["a guest and the demo", { perReply: 0, guest: { left: 20, of: 20 } }, "Free", false],
  [
    "a guest and a dear model",
    { perReply: 5, guest: { left: 20, of: 20 } },
    "This model costs 5 shekels a reply",
    true,
  ],
  [
    "the free messages of the day",
    { counts: true, free: free(3), balance: 0 },
    "Free: 3 of 20 messages left today",
    false,
  ],
  [
    "free messages in all",
    { counts: true, free: { ...free(3), resetsOn: null }, balance: 0 },
    "Free: 3 of 20 messages left",
    false,
  ],
  ["after them the price", { free: free(0), balance: 5 }, "1 shekel a reply, you have 5 shekels", false],
  [
    "the sum of several replies",
    { replies: { least: 3, most: 3 }, balance: 5 },
    "3 shekels for 3 replies, you have 5 shekels",
    false,
  ],
  [
    "a sum that chance decides",
    { perReply: 2, replies: { least: 1, most: 3 }, balance: 5 },
    "2 to 6 shekels for 1 to 3 replies, you have 5 shekels",
    false,
  ],
  [
    "too little for all of them",
    { replies: { least: 3, most: 3 }, balance: 2 },
    "3 shekels for 3 replies, you have 2 shekels",
    true,
  ],
  ["an empty wallet", { free: free(0), balance: 0 }, "1 shekel a reply, you have 0 shekels", true],
  [
    "nobody answers unasked",
    { replies: { least: 0, most: 0 }, balance: 5 },
    "1 shekel a reply, you have 5 shekels",
    false,
  ],
  ["a free model", { perReply: 0, balance: 0 }, "Free", false],
])("%s", (_name, changes, text, empty) => expect(costOf(price(changes))).toEqual({ text, empty }));

const trouble = (changes: Partial<Trouble>): Trouble => ({
  code: null,
  status: 500,
  message: "As the server says it.",
  retryAt: null,
  shorten: null,
  again: null,
  ...changes,
});

test.each<[number, Trouble["code"], string | null]>([
  [402, "INSUFFICIENT_SHEKELS", "wallet"],
  [401, null, "signup"],
  [429, "GUEST_ALLOWANCE_USED", "signup"],
  [429, "RATE_LIMITED", null],
  [503, "CAPACITY_REACHED", null],
])("%i %s leads to %s", (status, code, way) => expect(troubleText(trouble({ status, code })).way).toBe(way));

test("what has no text of its own is shown in the server's words", () => {
  expect(troubleText(trouble({})).text).toBe("As the server says it.");
});

test("the limit counts bytes, as the server does", () => {
  expect(bytesOf("ä🌙")).toBe(6);
});
