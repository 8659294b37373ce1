import { expect, test } from "vitest";
import { aCharacter, aMessage } from "../testing";
import type { ControlMode } from "../types";
import { isPending, pendingLine } from "./pending";

const SENT = { key: "c1", content: "Hello", presence: null, at: 0 };
const PARENT = aMessage({ id: "m1", storyId: "s1", depth: 4 });
const CAST = [aCharacter("Wren", { isUser: true }), aCharacter("Mara", { avatar: "/mara.webp" })];

const chat = (controlMode: ControlMode, puppetID: string | null = null) => ({
  controlMode,
  puppetID,
  characters: CAST,
});

test("a line on its way stands after the newest one, under an id of its own", () => {
  const line = pendingLine(SENT, PARENT, chat("default"));
  expect(line).toMatchObject({ parentId: "m1", storyId: "s1", depth: 5, origin: "said", content: "Hello" });
  expect(isPending(line.id)).toBe(true);
  expect(isPending(PARENT.id)).toBe(false);
});

test.each([
  ["the player", chat("default"), { author: "user", authorId: null, name: "Wren", avatar: null }],
  [
    "a puppet",
    chat("puppeteer", "mara"),
    { author: "actor", authorId: "mara", name: "Mara", avatar: "/mara.webp" },
  ],
  [
    "a puppet who left",
    chat("puppeteer", "tom"),
    { author: "actor", authorId: "tom", name: "You", avatar: null },
  ],
  ["the narrator", chat("steer"), { author: "narrator", authorId: null, name: "Narrator", avatar: null }],
  ["a story that is not here yet", null, { author: "user", authorId: null, name: "You", avatar: null }],
])("it is signed by %s", (_, state, signed) =>
  expect(pendingLine(SENT, PARENT, state)).toMatchObject(signed),
);
