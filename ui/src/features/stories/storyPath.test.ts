import { expect, test } from "vitest";
import { storyPath } from "./storyPath";

test("one character is a chat, several are a story", () => {
  const one = { id: "c1", name: "Imre", avatar: null };
  expect(storyPath({ id: "s", characters: [one] })).toBe("/chat/s");
  expect(storyPath({ id: "s", characters: [] })).toBe("/chat/s");
  expect(storyPath({ id: "s", characters: [one, one] })).toBe("/story/s");
});
