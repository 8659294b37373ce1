import { expect, test } from "vitest";
import { failedAnswer } from "../../../api/errors";
import { inFront, staged } from "./staging";

inFront();

test("a story of somebody else is not here", async () => {
  const { story } = await staged({
    session: async () => {
      throw failedAnswer(404, null);
    },
  });
  expect(story.state.phase).toBe("missing");
});
