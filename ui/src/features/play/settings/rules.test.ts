import { expect, test } from "vitest";
import { aCharacter } from "../testing";
import {
  canPuppeteer,
  isSampled,
  lengthName,
  lengthText,
  MAX_REPLIES,
  NOTE_DEPTH,
  RESPONSE_LENGTH,
  replyTokens,
  SAMPLER,
  type SamplerField,
  samplerValue,
  within,
  withSampler,
} from "./rules";

test.each([
  [-5, RESPONSE_LENGTH, 0],
  [49.6, RESPONSE_LENGTH, 50],
  [900, RESPONSE_LENGTH, 100],
  [Number.NaN, RESPONSE_LENGTH, 50],
  [0, MAX_REPLIES, 1],
  [Number.NaN, NOTE_DEPTH, 4],
])("%s stays within its limits", (value, limits, expected) => expect(within(value, limits)).toBe(expected));

test.each([
  [0, 80],
  [50, 300],
  [100, 900],
  [-1, 80],
  [500, 900],
])("a response length of %s is at most %s tokens", (length, tokens) =>
  expect(replyTokens(length)).toBe(tokens),
);

test("a longer length never means fewer words", () => {
  for (let length = 1; length <= 100; length += 1)
    expect(replyTokens(length)).toBeGreaterThanOrEqual(replyTokens(length - 1));
  expect(lengthText(0)).toBe("Up to about 60 words");
  expect([0, 30, 50, 70, 100].map(lengthName)).toEqual([
    "A line or two",
    "Short",
    "Medium",
    "Long",
    "A page",
  ]);
});

const field = (name: string): SamplerField => {
  const found = SAMPLER.find((each) => each.name === name);
  if (found === undefined) throw new Error(name);
  return found;
};

test.each([
  ["temperature", "0.8", { value: 0.8 }],
  ["temperature", " 0,8 ", { value: 0.8 }],
  ["temperature", "", { value: null }],
  ["temperature", "2.1", { error: "0 to 2." }],
  ["temperature", "warm", { error: "0 to 2." }],
  ["topP", "0", { error: "Above 0, at most 1." }],
  ["topK", "40.5", { error: "1 to 1000, whole number." }],
  ["seed", "-1", { error: "A whole number, 0 or more." }],
  ["seed", "42", { value: 42 }],
])("%s: %j", (name, typed, expected) => expect(samplerValue(field(name), typed)).toEqual(expected));

test("settings that nobody made are left to the model", () => {
  expect(withSampler({}, "temperature", 0.7)).toEqual({ temperature: 0.7 });
  expect(withSampler({ temperature: 0.7, topP: null }, "seed", 3)).toEqual({ temperature: 0.7, seed: 3 });
  expect(withSampler({ temperature: 0.7 }, "temperature", null)).toEqual({});
  expect(isSampled({})).toBe(false);
  expect(isSampled({ temperature: null })).toBe(false);
  expect(isSampled({ topK: 3 })).toBe(true);
});

test.each([
  [["you"], ["you"], false],
  [["you", "mara"], ["you"], false],
  [["you", "mara", "tom"], ["you"], true],
  [["mara", "tom"], [], true],
])("with %j puppeteer can be chosen: %s", (cast, users, expected) =>
  expect(canPuppeteer(cast.map((id) => aCharacter(id, { isUser: users.includes(id) })))).toBe(expected),
);
