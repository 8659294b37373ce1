import { describe, expect, test } from "vitest";
import { aChain, aMessage, aSlice } from "../testing";
import { inFront, loadedStory } from "./staging";

inFront();

describe("versions and branches", () => {
  test("another version brings what followed it", async () => {
    const other = aMessage({ id: "v2", parentId: "m0", depth: 1 });
    const { story } = await loadedStory({
      changeMessage: async () => ({ message: other, headId: "v3", version: 2, notices: [] }),
      down: async () => aSlice([aMessage({ id: "v3", parentId: "v2", depth: 2 })]),
    });
    await story.switchTo("v2");
    expect(story.state).toMatchObject({ ids: ["m0", "v2", "v3"], headId: "v3" });
  });

  test("a message far away is shown with what surrounds it", async () => {
    const { story } = await loadedStory({
      changeMessage: async () => ({
        message: aMessage({ id: "m500" }),
        headId: "m900",
        version: 2,
        notices: [],
      }),
      up: async () => aSlice(aChain(30, 471), 471),
      down: async () => aSlice(aChain(30, 501), 530),
    });
    await story.goTo("m500");
    expect(story.state.ids.length).toBe(60);
    expect(story.state).toMatchObject({ older: "idle", newer: "idle", target: { messageId: "m500" } });
  });
});
