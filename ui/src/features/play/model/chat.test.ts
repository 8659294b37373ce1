import { expect, test } from "vitest";
import { aMessage, aSession } from "../testing";
import type { ModelInfo } from "../types";
import { modelOf, titleOf } from "./chat";
import { isOfCast, isReply } from "./message";

const story = (title: string, displayName: string | null) => {
  const { story: plain } = aSession();
  const scenario = displayName === null ? null : ({ displayName } as NonNullable<typeof plain.scenario>);
  return { story: { ...plain, title, scenario } };
};

test.each([
  ["its own title", story("The lamp", "Lighthouse"), "The lamp"],
  ["its scenario", story("", "Lighthouse"), "Lighthouse"],
  ["nothing", story("", null), "Untitled"],
])("a story is called by %s", (_, chat, title) => expect(titleOf(chat)).toBe(title));

test("without a choice the model is the one the price is for", () => {
  const models = [{ name: "a" }, { name: "m" }] as ModelInfo[];
  const { price } = aSession();
  expect(modelOf({ models, chatModel: null, price })?.name).toBe("m");
  expect(modelOf({ models, chatModel: "a", price })?.name).toBe("a");
  expect(modelOf({ models, chatModel: "gone", price })).toBeUndefined();
});

test.each([
  ["a reply", { author: "actor", origin: "reply" }, true, true],
  ["the narrator's reply", { author: "narrator", origin: "regenerated" }, true, true],
  ["an opening", { author: "actor", origin: "opening" }, true, false],
  ["a puppet's line", { author: "actor", origin: "said" }, false, false],
  ["the player's line", { author: "user", origin: "said" }, false, false],
] as const)("%s", (_, changes, ofCast, reply) => {
  const message = aMessage(changes);
  expect([isOfCast(message), isReply(message)]).toEqual([ofCast, reply]);
});
