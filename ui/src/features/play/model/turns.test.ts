import { describe, expect, test, vi } from "vitest";
import { failedAnswer } from "../../../api/errors";
import { refusal } from "../../../testing/api";
import { aChain, aSession, aSlice, aTurn } from "../testing";
import { ended, inFront, loadedStory, reply, said } from "./staging";

inFront();

describe("a line of the player's", () => {
  test("shows at once, becomes the server's, and is answered", async () => {
    const { story, play } = await loadedStory();
    const begun = story.say("Hello", null);
    expect(story.state.ids).toEqual(["m0", "m1", "local-c1"]);
    expect(story.messages.at(-1)).toMatchObject({ content: "Hello", author: "user" });
    play({ type: "turn", turn: aTurn({ userMessage: said() }) }, { type: "message", message: said() });
    await begun.accepted;
    expect(story.state.ids).toEqual(["m0", "m1", "u1"]);
    play(
      { type: "message", message: reply() },
      { type: "delta", messageId: "r1", offset: 0, text: "Good " },
      { type: "delta", messageId: "r1", offset: 5, text: "evening" },
    );
    expect(story.message("r1")?.content).toBe("Good evening");
    expect(story.state.turn).toMatchObject({ id: "t1", writing: "r1" });
    const done = reply({ state: "complete", content: "Good evening." });
    play({ type: "done", message: done }, ended({ userMessage: said(), replies: [done] }));
    expect((await begun.finished).state).toBe("complete");
    expect(story.state).toMatchObject({
      turn: null,
      trouble: null,
      ids: ["m0", "m1", "u1", "r1"],
      headId: "r1",
    });
    expect(story.message("r1")?.content).toBe("Good evening.");
  });

  test("is sent again under the same id after silence, and watched where it broke", async () => {
    const { story, streamOf, play } = await loadedStory();
    story.say("Hello", null);
    const { open, onRefused } = streamOf("POST /message/create");
    expect(open(null)).toMatchObject({
      key: "POST /message/create",
      body: { clientMessageId: "c1", parentId: "m1" },
    });
    expect(onRefused(failedAnswer(0, null), 1)).toBe("again");
    expect(open(null).body).toMatchObject({ clientMessageId: "c1" });
    play({ type: "turn", turn: aTurn() });
    expect(open("1")).toEqual({ key: "GET /turns/{turnId}/events", path: { turnId: "t1" } });
  });

  test("that is refused leaves the screen, and the writer hears why", async () => {
    const { story, streamOf } = await loadedStory();
    const begun = story.say("Hello", null);
    begun.finished.catch(() => undefined);
    const refused = expect(begun.accepted).rejects.toMatchObject({ status: 402 });
    expect(streamOf("POST /message/create").onRefused(failedAnswer(402, null), 1)).toBe("leave");
    await refused;
    expect(story.state).toMatchObject({ turn: null, ids: ["m0", "m1"] });
  });

  test("while somebody speaks one is asked for at a time, and the server decides", async () => {
    const { story, streams } = await loadedStory();
    story.act({ kind: "next" });
    const first = story.say("Wait!", null, {});
    const second = story.say("Wait!", null, {});
    await expect(second.accepted).rejects.toMatchObject({ code: "CONFLICT" });
    await expect(second.finished).rejects.toMatchObject({ code: "CONFLICT" });
    // It goes out after what was asked for before it.
    const count = streams.length;
    streams.at(-1)?.following.onEvent({ id: "1", event: "turn", data: JSON.stringify({ turn: aTurn() }) });
    await vi.advanceTimersByTimeAsync(0);
    expect(streams).toHaveLength(count + 1);
    streams.at(-1)?.following.onRefused(refusal(409, "CONFLICT"), 1);
    await expect(first.accepted).rejects.toMatchObject({ code: "CONFLICT" });
    await expect(first.finished).rejects.toMatchObject({ code: "CONFLICT" });
    expect(story.state).toMatchObject({ ids: ["m0", "m1"], turn: { id: "t1" } });
  });
});

describe("a reply", () => {
  test("played twice, or from the start again, is written once", async () => {
    const { story, play } = await loadedStory();
    story.act({ kind: "next" });
    const written = [
      { type: "message", message: reply({ parentId: "m1" }) },
      { type: "delta", messageId: "r1", offset: 0, text: "One " },
      { type: "delta", messageId: "r1", offset: 4, text: "two" },
    ] as const;
    play({ type: "turn", turn: aTurn() }, ...written);
    play({ type: "turn", turn: aTurn() }, ...written);
    expect(story.message("r1")?.content).toBe("One two");
  });

  test("with a missing piece is fetched whole", async () => {
    const turn = vi.fn(async () => aTurn({ replies: [reply({ parentId: "m1", content: "One two three" })] }));
    const { story, play } = await loadedStory({ turn });
    story.act({ kind: "next" });
    play(
      { type: "turn", turn: aTurn() },
      { type: "message", message: reply({ parentId: "m1" }) },
      { type: "delta", messageId: "r1", offset: 8, text: "three" },
    );
    await vi.advanceTimersByTimeAsync(0);
    expect(turn).toHaveBeenCalledWith("t1");
    expect(story.message("r1")?.content).toBe("One two three");
    play({ type: "delta", messageId: "r1", offset: 13, text: "." });
    expect(story.message("r1")?.content).toBe("One two three.");
  });

  test("of a snapshot counts as it is, shorter or not", async () => {
    const { story, play } = await loadedStory();
    story.act({ kind: "next" });
    play({ type: "message", message: reply({ parentId: "m1", content: "Something else" }) });
    play({ type: "snapshot", turn: aTurn({ replies: [reply({ parentId: "m1", content: "Some" })] }) });
    expect(story.message("r1")?.content).toBe("Some");
  });

  test("made anew takes the place of the other version", async () => {
    const { story, play } = await loadedStory();
    story.act({ kind: "regenerate", messageId: "m1" });
    play(
      { type: "turn", turn: aTurn() },
      { type: "message", message: reply({ id: "v2", parentId: "m0", depth: 1 }) },
    );
    expect(story.state.ids).toEqual(["m0", "v2"]);
  });

  test("that failed before its first word shows it, and can be requested again", async () => {
    const { story, play } = await loadedStory();
    story.act({ kind: "next" });
    play({ type: "turn", turn: aTurn() });
    play({ type: "error", code: "UPSTREAM", message: "The model did not answer." });
    play(ended({ state: "failed", error: { code: "UPSTREAM", message: "The model did not answer." } }));
    expect(story.state.trouble).toMatchObject({ code: "UPSTREAM", message: "The model did not answer." });
  });

  test("shows why it failed beside the reply itself, and what helps", async () => {
    const { story, play } = await loadedStory();
    story.act({ kind: "next" });
    const fault = {
      code: "PROMPT_TOO_LARGE",
      message: "Too long.",
      retryAfter: 7,
      shorten: "persona",
    } as const;
    const failed = reply({ parentId: "m1", state: "failed" });
    play({ type: "turn", turn: aTurn() }, { type: "message", message: failed });
    play({ type: "error", ...fault }, ended({ state: "failed", replies: [failed], error: fault }));
    expect(story.state.trouble).toBeNull();
    expect(story.fault("r1")).toEqual({
      code: "PROMPT_TOO_LARGE",
      message: "Too long.",
      retryAt: 8_000,
      shorten: "persona",
      tended: false,
    });
    story.tend("r1");
    expect(story.fault("r1")?.tended).toBe(true);
  });

  test("that had failed before the page came is asked for once", async () => {
    const turn = vi.fn(async () =>
      aTurn({
        state: "failed",
        endedOn: "2026-01-01T00:00:00Z",
        error: { code: "MODEL_KEY_REFUSED", message: "The key is wrong." },
      }),
    );
    const { story } = await loadedStory({ turn });
    const message = { id: "m1", turnId: "t1" };
    story.askFault(message);
    story.askFault(message);
    await vi.advanceTimersByTimeAsync(0);
    expect(turn).toHaveBeenCalledTimes(1);
    expect(story.fault("m1")).toMatchObject({ code: "MODEL_KEY_REFUSED", message: "The key is wrong." });
  });

  test("the notice that no human is here is not shown twice in a row", async () => {
    const { story, play } = await loadedStory();
    const notice = { type: "notice", kind: "ai", text: "A program.", link: null } as const;
    story.act({ kind: "next" });
    // The title page is on screen and shows it.
    play({ type: "turn", turn: aTurn() }, notice);
    expect(story.state.notices).toEqual([]);
  });

  test("below the title page it is said, but not where the demo plays", async () => {
    const noticesWith = async (connect: string[] | null) => {
      const { notices } = aSession();
      const { story, play } = await loadedStory({
        session: async () =>
          aSession({ notices: { ...notices, connect }, messages: aSlice(aChain(2, 5), 4) }),
      });
      story.act({ kind: "next" });
      play({ type: "turn", turn: aTurn() }, { type: "notice", kind: "ai", text: "A program.", link: null });
      return story.state.notices.length;
    };
    expect(await noticesWith(null)).toBe(1);
    expect(await noticesWith(["Start a server.", "Set DRAMATIS_MODEL_URL.", "Restart."])).toBe(0);
  });

  test("what was said of help while the connection was away arrives, once", async () => {
    const { story, play } = await loadedStory();
    const labels = { language: "en", help: "Find someone", goOn: "Continue", close: "Close" };
    const help = { kind: "crisis", text: "You are not alone.", link: "/safety", labels } as const;
    story.act({ kind: "next" });
    play({ type: "turn", turn: aTurn() }, { type: "snapshot", turn: aTurn({ notices: [help] }) });
    play({ type: "notice", ...help }, { type: "snapshot", turn: aTurn({ notices: [help] }) });
    expect(story.state.notices.map(({ text }) => text)).toEqual(["You are not alone."]);
  });

  test("however often help is offered, there is one box; it stays until the player wants the story as it was", async () => {
    let isGentle = true;
    const { notices } = aSession();
    const session = async () => {
      const labels = { language: "de", help: "Reden", goOn: "Weiter", close: "Schließen" };
      const crisis = { kind: "crisis", text: "Du bist nicht allein.", link: "/safety", labels };
      return aSession({ notices: { ...notices, crisis: isGentle ? crisis : null } });
    };
    const { story, play } = await loadedStory({ session });
    const help = (text: string) => ({ type: "notice", kind: "crisis", text, link: "/safety" }) as const;
    const aside = (id: string, parentId: string) =>
      reply({ id, parentId, aside: true, authorId: null, author: "narrator" });
    const texts = () => story.state.notices.map(({ text }) => text);
    story.act({ kind: "next" });
    const first = aside("a1", "m1");
    play({ type: "turn", turn: aTurn() }, { type: "message", message: first }, help("You are not alone."));
    play(ended({ replies: [first] }));
    story.act({ kind: "impersonate" });
    expect(texts()).toEqual(["You are not alone."]);
    play({ type: "turn", turn: aTurn({ id: "t2" }) }, help("You are not alone."), ended({ id: "t2" }));
    expect(texts()).toEqual(["You are not alone."]);
    story.act({ kind: "next" });
    const second = aside("a2", "a1");
    play(
      { type: "turn", turn: aTurn({ id: "t3" }) },
      { type: "message", message: second },
      help("Du bist nicht allein."),
    );
    play(ended({ id: "t3", replies: [second] }));
    expect(texts()).toEqual(["Du bist nicht allein."]);
    // An ordinary line: somebody of the story answers it, gently.
    story.say("I look at the sea.", null, {});
    play(
      { type: "turn", turn: aTurn({ id: "t4" }) },
      { type: "message", message: reply({ id: "r4", parentId: "a2" }) },
      ended({ id: "t4" }),
    );
    await vi.advanceTimersByTimeAsync(300);
    expect(story.state.notices).toMatchObject([{ text: "Du bist nicht allein.", isFolded: true }]);
    // In the player's own words: the server knows them.
    story.say("Let's go on.", null, {});
    isGentle = false;
    play({ type: "turn", turn: aTurn({ id: "t5" }) }, ended({ id: "t5" }));
    await vi.advanceTimersByTimeAsync(300);
    expect(texts()).toEqual([]);
    // By the button.
    story.act({ kind: "next" });
    play({ type: "turn", turn: aTurn({ id: "t6" }) }, help("You are not alone."), ended({ id: "t6" }));
    story.act({ kind: "next", goOn: true });
    expect(texts()).toEqual(["You are not alone."]);
    play({ type: "turn", turn: aTurn({ id: "t7" }) });
    expect(texts()).toEqual([]);
  });

  test("is stopped by a call, and what was written stays", async () => {
    const stop = vi.fn(async () => aTurn());
    const { story, play } = await loadedStory({ stop });
    story.act({ kind: "next" });
    play(
      { type: "turn", turn: aTurn() },
      { type: "message", message: reply({ parentId: "m1", content: "One" }) },
    );
    await story.stop();
    expect(stop).toHaveBeenCalledWith("t1");
    expect(story.state.turn?.stopping).toBe(true);
    const stopped = reply({ parentId: "m1", content: "One", state: "stopped" });
    play({ type: "done", message: stopped }, ended({ state: "stopped", replies: [stopped] }));
    expect(story.state).toMatchObject({ turn: null, trouble: null });
    expect(story.message("r1")?.state).toBe("stopped");
  });
});

test("a draft for the player goes to the composer and not into the transcript", async () => {
  const { story, play } = await loadedStory();
  const texts: string[] = [];
  const begun = story.act({ kind: "impersonate" }, (text) => texts.push(text));
  play(
    { type: "turn", turn: aTurn({ kind: "impersonate" }) },
    { type: "delta", messageId: null, offset: 0, text: "I " },
    { type: "delta", messageId: null, offset: 2, text: "turn." },
    ended({ kind: "impersonate", text: "I turn." }),
  );
  expect(texts).toEqual(["I ", "I turn."]);
  expect((await begun.finished).text).toBe("I turn.");
  expect(story.state.ids).toEqual(["m0", "m1"]);
});
