import { expect, test } from "vitest";
import { aMessage, aSession } from "../testing";
import type { Message } from "../types";
import { hasEnded } from "./ended";
import type { Chat, LiveTurn } from "./state";

const connect = ["Start a server.", "Set DRAMATIS_MODEL_URL.", "Restart."];
const { notices, story, ...session } = aSession();
const demo: Chat = { ...session, story, notices: { ...notices, connect } };
const at = (changes: Partial<Message>) => (id: string) => aMessage({ id, ...changes });
const turn: LiveTurn = { id: "t1", kind: "regenerate", writing: null, stopping: false, adrift: false };

test("what the demo plays ends with its ending, and only there", () => {
  const state = { chat: demo, headId: "m1", turn: null };
  expect(hasEnded(state, at({ ending: true }))).toBe(true);
  expect(hasEnded(state, at({}))).toBe(false);
  expect(hasEnded(state, () => undefined)).toBe(false);
});

test("another version that is being written, a connected model and a story that goes on gently are no end", () => {
  const ending = at({ ending: true });
  expect(hasEnded({ chat: demo, headId: "m1", turn }, ending)).toBe(false);
  expect(hasEnded({ chat: { ...session, story, notices }, headId: "m1", turn: null }, ending)).toBe(false);
  const gentle = { ...demo, story: { ...story, gentle: true } };
  expect(hasEnded({ chat: gentle, headId: "m1", turn: null }, ending)).toBe(false);
});
