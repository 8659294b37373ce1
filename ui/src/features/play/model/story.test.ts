import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { failedAnswer } from "../../../api/errors";
import type { Calls } from "../calls";
import type { Following } from "../stream";
import { aChain, aMessage, aSession, aSlice, aTurn } from "../testing";
import type { Message, TurnEvent } from "../wire";
import { Story, type StoryPorts } from "./story";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", Object.assign(new EventTarget(), { hidden: false }));
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("requestAnimationFrame", () => 1);
  vi.stubGlobal("cancelAnimationFrame", () => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const said = (changes: Partial<Message> = {}) =>
  aMessage({
    id: "u1",
    parentId: "m1",
    depth: 2,
    author: "user",
    origin: "said",
    content: "Hello",
    ...changes,
  });
const reply = (changes: Partial<Message> = {}) =>
  aMessage({ id: "r1", parentId: "u1", depth: 3, state: "writing", ...changes });

/** A story on a stage without network: the streams it opens are played by hand. */
async function staged(calls: Partial<Calls> = {}) {
  const streams: { following: Following; closed: boolean }[] = [];
  const ports: StoryPorts = {
    calls: { session: async () => aSession(), price: async () => aSession().price, ...calls } as Calls,
    follow: (following) => {
      const stream = { following, closed: false };
      streams.push(stream);
      return () => {
        stream.closed = true;
      };
    },
    id: () => "c1",
    now: () => 1_000,
  };
  const story = new Story("s1", ports);
  story.open();
  await vi.advanceTimersByTimeAsync(0);
  const streamOf = (uri: string) =>
    streams.findLast(({ following }) => following.open(null).uri === uri)?.following as Following;
  const play = (...events: TurnEvent[]) => {
    const onEvent = streams.findLast(({ closed }) => !closed)?.following.onEvent;
    for (const { type, ...data } of events)
      onEvent?.({ id: undefined, event: type, data: JSON.stringify(data) });
  };
  return { story, streams, streamOf, play };
}

const ended = (changes = {}) =>
  ({
    type: "end",
    turn: aTurn({ state: "complete", ...changes }),
    price: { held: 1, captured: 1, free: false },
    balance: null,
  }) as const;

describe("a line of the player's", () => {
  test("shows at once, becomes the server's, and is answered", async () => {
    const { story, play } = await staged();
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
    const { story, streamOf, play } = await staged();
    story.say("Hello", null);
    const { open, onRefused } = streamOf("/message/create");
    expect(open(null).options).toMatchObject({
      method: "POST",
      body: { clientMessageId: "c1", parentId: "m1" },
    });
    expect(onRefused(failedAnswer(0, null), 1)).toBe("again");
    expect(open(null).options?.body).toMatchObject({ clientMessageId: "c1" });
    play({ type: "turn", turn: aTurn() });
    expect(open("1").uri).toBe("/turns/t1/events");
  });

  test("that is refused leaves the screen, and the writer hears why", async () => {
    const { story, streamOf } = await staged();
    const begun = story.say("Hello", null);
    begun.finished.catch(() => undefined);
    const refused = expect(begun.accepted).rejects.toMatchObject({ status: 402 });
    expect(streamOf("/message/create").onRefused(failedAnswer(402, null), 1)).toBe("leave");
    await refused;
    expect(story.state).toMatchObject({ turn: null, ids: ["m0", "m1"] });
  });

  test("waits while somebody speaks", async () => {
    const { story } = await staged();
    story.act({ kind: "next" });
    const begun = story.say("Hello", null);
    begun.finished.catch(() => undefined);
    await expect(begun.accepted).rejects.toMatchObject({ status: 409 });
    expect(story.state.ids).toEqual(["m0", "m1"]);
  });
});

describe("a reply", () => {
  test("played twice, or from the start again, is written once", async () => {
    const { story, play } = await staged();
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
    const { story, play } = await staged({ turn });
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
    const { story, play } = await staged();
    story.act({ kind: "next" });
    play({ type: "message", message: reply({ parentId: "m1", content: "Something else" }) });
    play({ type: "snapshot", turn: aTurn({ replies: [reply({ parentId: "m1", content: "Some" })] }) });
    expect(story.message("r1")?.content).toBe("Some");
  });

  test("made anew takes the place of the other version", async () => {
    const { story, play } = await staged();
    story.act({ kind: "regenerate", messageId: "m1" });
    play(
      { type: "turn", turn: aTurn() },
      { type: "message", message: reply({ id: "v2", parentId: "m0", depth: 1 }) },
    );
    expect(story.state.ids).toEqual(["m0", "v2"]);
  });

  test("that failed without a word says so, and can be asked for again", async () => {
    const { story, play } = await staged();
    story.act({ kind: "next" });
    play({ type: "turn", turn: aTurn() });
    play({ type: "error", code: "UPSTREAM", message: "The model did not answer." });
    play(ended({ state: "failed", error: { code: "UPSTREAM", message: "The model did not answer." } }));
    expect(story.state.trouble).toMatchObject({ code: "UPSTREAM", message: "The model did not answer." });
  });

  test("is stopped by a call, and what was written stays", async () => {
    const stop = vi.fn(async () => aTurn());
    const { story, play } = await staged({ stop });
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
  const { story, play } = await staged();
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

describe("another window", () => {
  const changed = (version: number, turnId: string | null = null) => ({
    id: undefined,
    event: "changed",
    data: JSON.stringify({ version, headId: "m1", turnId }),
  });

  test("that lets somebody speak is followed along", async () => {
    const { story, streamOf, play } = await staged();
    streamOf("/stories/s1/events").onEvent(changed(2, "t9"));
    expect(story.state.turn).toMatchObject({ id: "t9" });
    play(
      { type: "turn", turn: aTurn({ id: "t9" }) },
      { type: "message", message: reply({ parentId: "m1" }) },
    );
    expect(story.state.ids).toEqual(["m0", "m1", "r1"]);
  });

  test("that changes something is caught up with, once for a burst", async () => {
    const session = vi.fn(async () => aSession());
    const { story, streamOf } = await staged({ session });
    session.mockResolvedValue(aSession({ version: 4, messages: aSlice(aChain(4)) }));
    const sync = streamOf("/stories/s1/events");
    sync.onEvent(changed(2));
    sync.onEvent(changed(3));
    sync.onEvent(changed(4));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(session).toHaveBeenCalledTimes(2);
    expect(story.state.ids).toEqual(["m0", "m1", "m2", "m3"]);
    sync.onEvent(changed(4));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(session).toHaveBeenCalledTimes(2);
  });

  test("does not disturb a reply that is being written here", async () => {
    const session = vi.fn(async () => aSession());
    const { story, streamOf, play } = await staged({ session });
    const sync = streamOf("/stories/s1/events");
    story.act({ kind: "next" });
    play({ type: "turn", turn: aTurn() }, { type: "message", message: reply({ parentId: "m1" }) });
    sync.onEvent(changed(7));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(session).toHaveBeenCalledTimes(1);
    play(ended({ replies: [reply({ parentId: "m1", state: "complete" })] }));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(session).toHaveBeenCalledTimes(2);
  });
});

describe("versions and branches", () => {
  test("another version brings what followed it", async () => {
    const other = aMessage({ id: "v2", parentId: "m0", depth: 1 });
    const { story } = await staged({
      changeMessage: async () => ({ message: other, headId: "v3", version: 2 }),
      down: async () => aSlice([aMessage({ id: "v3", parentId: "v2", depth: 2 })]),
    });
    await story.switchTo("v2");
    expect(story.state).toMatchObject({ ids: ["m0", "v2", "v3"], headId: "v3" });
  });

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

  test("a message far away is shown with what surrounds it", async () => {
    const { story } = await staged({
      changeMessage: async () => ({ message: aMessage({ id: "m500" }), headId: "m900", version: 2 }),
      up: async () => aSlice(aChain(30, 471), 471),
      down: async () => aSlice(aChain(30, 501), 530),
    });
    await story.goTo("m500");
    expect(story.state.ids.length).toBe(60);
    expect(story.state).toMatchObject({ older: "idle", newer: "idle", target: { messageId: "m500" } });
  });
});

test("settings show at once, and are made again on top of what another window did", async () => {
  const changeSession = vi
    .fn()
    .mockRejectedValueOnce(failedAnswer(409, { code: "STORY_CHANGED" }))
    .mockResolvedValueOnce(aSession({ version: 9, responseLength: 80 }));
  const { story } = await staged({ changeSession, session: async () => aSession({ version: 8 }) });
  const saved = story.changeSettings({ responseLength: 80 });
  expect(story.state.chat?.responseLength).toBe(80);
  await saved;
  expect(changeSession).toHaveBeenLastCalledWith("s1", 8, { responseLength: 80 });
  expect(story.state.chat?.responseLength).toBe(80);
});

test("settings that the server refuses are taken back", async () => {
  const { story } = await staged({
    changeSession: async () => {
      throw failedAnswer(422, { message: "No such model." });
    },
  });
  await expect(story.changeSettings({ chatModel: "x" })).rejects.toMatchObject({ status: 422 });
  expect(story.state.chat?.chatModel).toBeNull();
  expect(story.state.trouble?.message).toBe("No such model.");
});

test("a story of somebody else is not here", async () => {
  const { story } = await staged({
    session: async () => {
      throw failedAnswer(404, null);
    },
  });
  expect(story.state.phase).toBe("missing");
});
