import { expect, test, vi } from "vitest";
import { failedAnswer } from "../../../api/errors";
import { refusal } from "../../../testing/api";
import { aCharacter, aSession } from "../testing";
import { chatOf, guessed } from "./settings";
import { inFront, loadedStory } from "./staging";

inFront();

test("a change of one of the cast is guessed for that one alone", () => {
  const chat = chatOf(aSession({ characters: [aCharacter("Mara"), aCharacter("Tom")] }));
  const next = guessed(chat, { maxReplies: 2, characters: [{ id: "tom", muted: true }] });
  expect(next.maxReplies).toBe(2);
  expect(next.characters).toEqual([aCharacter("Mara"), aCharacter("Tom", { muted: true })]);
});

test("settings show at once, and are made again on top of what another window did", async () => {
  const changeSession = vi
    .fn()
    .mockRejectedValueOnce(refusal(409, "STORY_CHANGED"))
    .mockResolvedValueOnce(aSession({ version: 9, responseLength: 80 }));
  const { story } = await loadedStory({ changeSession, session: async () => aSession({ version: 8 }) });
  const saved = story.changeSettings({ responseLength: 80 });
  expect(story.state.chat?.responseLength).toBe(80);
  await saved;
  expect(changeSession).toHaveBeenLastCalledWith("s1", 8, { responseLength: 80 });
  expect(story.state.chat?.responseLength).toBe(80);
});

test("settings that the server refuses are reverted", async () => {
  const { story } = await loadedStory({
    changeSession: async () => {
      throw failedAnswer(422, { message: "No such model." });
    },
  });
  await expect(story.changeSettings({ chatModel: "x" })).rejects.toMatchObject({ status: 422 });
  expect(story.state.chat?.chatModel).toBeNull();
  expect(story.state.trouble?.message).toBe("No such model.");
});
