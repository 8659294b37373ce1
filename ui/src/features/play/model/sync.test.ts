import { describe, expect, test, vi } from "vitest";
import { aChain, aSession, aSlice, aTurn } from "../testing";
import { ended, inFront, loadedStory, reply } from "./staging";

inFront();

describe("another window", () => {
  const changed = (version: number, turnId: string | null = null) => ({
    id: undefined,
    event: "changed",
    data: JSON.stringify({ version, headId: "m1", turnId }),
  });

  test("that lets somebody speak is followed along", async () => {
    const { story, streamOf, play } = await loadedStory();
    streamOf("GET /stories/{id}/events").onEvent(changed(2, "t9"));
    expect(story.state.turn).toMatchObject({ id: "t9" });
    play(
      { type: "turn", turn: aTurn({ id: "t9" }) },
      { type: "message", message: reply({ parentId: "m1" }) },
    );
    expect(story.state.ids).toEqual(["m0", "m1", "r1"]);
  });

  test("that changes something is caught up with, once for a burst", async () => {
    const session = vi.fn(async () => aSession());
    const { story, streamOf } = await loadedStory({ session });
    session.mockResolvedValue(aSession({ version: 4, messages: aSlice(aChain(4)) }));
    const sync = streamOf("GET /stories/{id}/events");
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
    const { story, streamOf, play } = await loadedStory({ session });
    const sync = streamOf("GET /stories/{id}/events");
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
