import { expect, test, vi } from "vitest";
import { aMessage, aSession } from "../testing";
import { inFront, staged } from "./staging";

inFront();

test("a deletion says how much, and can be undone", async () => {
  const session = vi.fn(async () => aSession());
  const { story } = await staged({
    session,
    deleteMessage: async () => ({ headId: "m0", version: 2, deleted: 1 }),
    restoreMessage: async () => ({ message: aMessage({ id: "m1" }), headId: "m1", version: 3 }),
  });
  await story.remove("m1");
  expect(story.state).toMatchObject({ ids: ["m0"], removed: { messageId: "m1", count: 1 } });
  await story.restore("m1");
  expect(story.state).toMatchObject({ ids: ["m0", "m1"], removed: null });
});
