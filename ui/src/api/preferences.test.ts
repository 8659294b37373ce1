import { expect, test } from "vitest";
import { DEFAULT_BACKGROUND, fontSizeOf, preferencesOf } from "./preferences";

test.each([
  [null, 16],
  ["", 16],
  ["12", 12],
  ["24", 24],
  ["11", 16],
  ["25", 16],
  ["16.5", 16],
  ["14.5", 16],
  ["big", 16],
  ["large", 16],
  ["NaN", 16],
])("a stored font size of %s is %i", (stored, size) => expect(fontSizeOf(stored)).toBe(size));

test("signing out leaves the default background and the stored font size", () => {
  expect(preferencesOf(null, "20")).toEqual({
    fontSize: 20,
    backgrounds: [DEFAULT_BACKGROUND],
    activeChatBackgrounds: {},
  });
});

test("a person's own backgrounds come with them", () => {
  const preferences = { backgrounds: [], activeChatBackgrounds: { c1: "b1" } };
  expect(preferencesOf({ preferences }, null)).toEqual({
    fontSize: 16,
    backgrounds: [DEFAULT_BACKGROUND],
    activeChatBackgrounds: { c1: "b1" },
  });
});
