import { expect, test, vi } from "vitest";
import { aMessage, aSession, aSlice } from "../testing";
import { neighbourOf } from "./edits";
import { inFront, loadedStory } from "./staging";

inFront();

test("a version that is deleted makes way for the one beside it", async () => {
  const versions = { count: 3, ids: ["v0", "v1", "v2"] };
  const at = (index: number) =>
    aMessage({ id: `v${index}`, depth: 1, parentId: "m0", siblings: { index, ...versions } });
  expect(neighbourOf(at(1))).toBe("v0");
  expect(neighbourOf(at(0))).toBe("v1");
  expect(neighbourOf(aMessage())).toBeNull();
  const changeMessage = vi.fn(async () => ({ message: at(0), headId: "v0", version: 3, notices: [] }));
  const { story } = await loadedStory({
    session: async () => aSession({ messages: aSlice([aMessage({ id: "m0" }), at(1)]) }),
    deleteMessage: async () => ({ headId: "m0", version: 2, deleted: 1 }),
    changeMessage,
  });
  await story.remove("v1");
  expect(changeMessage).toHaveBeenCalledWith("v0", { newNodeId: "v0" });
  expect(story.state).toMatchObject({ ids: ["m0", "v0"], headId: "v0", removed: { messageId: "v1" } });
});

const own = aMessage({ id: "u1", depth: 1, parentId: "m0", author: "user", origin: "said" });
const session = async () => aSession({ messages: aSlice([aMessage({ id: "m0" }), own]) });

/** A line of the player's is branched off. */
const branching = {
  session,
  changeMessage: async () => ({
    message: { ...own, id: "u2", origin: "edited" as const },
    headId: "u2",
    version: 2,
    notices: [],
  }),
};

test("a line of the player's that is branched off is known to wait for an answer", async () => {
  const { story } = await loadedStory(branching);
  await story.edit("u1", "Otherwise.", "branch", 1);
  expect(story.state.branched).toBe("u2");
  story.act({ kind: "next" });
  expect(story.state.branched).toBeNull();
});

test("what was done last is what is offered: after a branch, the way back from a deletion", async () => {
  const { story } = await loadedStory({
    ...branching,
    deleteMessage: async () => ({ headId: "m0", version: 3, deleted: 1 }),
  });
  await story.edit("u1", "Otherwise.", "branch", 1);
  await story.remove("u2");
  expect(story.state).toMatchObject({ branched: null, removed: { messageId: "u2" } });
  await story.edit("u1", "Otherwise still.", "branch", 1);
  expect(story.state).toMatchObject({ branched: "u2", removed: null });
});

test("a cry for help written into a line is answered with helplines, in its language", async () => {
  const labels = { language: "de", help: "Reden", goOn: "Weiter", close: "Schließen" };
  const { story } = await loadedStory({
    session,
    changeMessage: async () => ({
      message: { ...own, content: "Ich will sterben." },
      headId: "u1",
      version: 2,
      notices: [{ kind: "crisis", text: "Du bist nicht allein.", link: "/safety", labels }],
    }),
  });
  await story.edit("u1", "Ich will sterben.", "replace", 1);
  expect(story.state.notices).toMatchObject([{ kind: "crisis", text: "Du bist nicht allein.", labels }]);
});

test("of several lines that became cries for help, the latest is answered beside the story", async () => {
  const text = vi.fn(() => "You are not alone.");
  const { story } = await loadedStory({
    session,
    changeMessage: async () => ({
      message: own,
      headId: "u1",
      version: 2,
      notices: [
        {
          kind: "crisis",
          text: text(),
          link: "/safety",
          labels: { language: "en", help: "", goOn: "", close: "" },
        },
      ],
    }),
  });
  await story.edit("u1", "I want to die.", "replace", 1);
  text.mockReturnValue("Du bist nicht allein.");
  await story.edit("u1", "Ich will sterben.", "replace", 1);
  expect(story.state.notices.map((notice) => notice.text)).toEqual(["Du bist nicht allein."]);
});

test("a deletion shows how much, and can be undone", async () => {
  const session = vi.fn(async () => aSession());
  const { story } = await loadedStory({
    session,
    deleteMessage: async () => ({ headId: "m0", version: 2, deleted: 1 }),
    restoreMessage: async () => ({ message: aMessage({ id: "m1" }), headId: "m1", version: 3, notices: [] }),
  });
  await story.remove("m1");
  expect(story.state).toMatchObject({ ids: ["m0"], removed: { messageId: "m1", count: 1 } });
  await story.restore("m1");
  expect(story.state).toMatchObject({ ids: ["m0", "m1"], removed: null });
});
