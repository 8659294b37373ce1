import { expect, test } from "vitest";
import { failedAnswer } from "../../../api/errors";
import { inFront, loadedStory } from "./staging";

inFront();

test("a story of somebody else is not here", async () => {
  const { story } = await loadedStory({
    session: async () => {
      throw failedAnswer(404, null);
    },
  });
  expect(story.state.phase).toBe("missing");
});
