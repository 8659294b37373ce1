import { afterEach, beforeEach, vi } from "vitest";
import type { PlayApi } from "../api";
import type { Following, Opening } from "../stream";
import { aMessage, aSession, aTurn } from "../testing";
import type { Message, TurnEvent } from "../types";
import type { StoryPorts } from "./ports";
import { Story } from "./story";

/** What tests of the model stand on: a browser without a page, and a server that is played by hand. */

/** A page that is in front, with time that goes as the test says. */
export function inFront(): void {
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
}

/** The player's line, after the last of the story on stage. */
export const said = (changes: Partial<Message> = {}) =>
  aMessage({
    id: "u1",
    parentId: "m1",
    depth: 2,
    author: "user",
    origin: "said",
    content: "Hello",
    ...changes,
  });
/** The reply to it, while it is being written. */
export const reply = (changes: Partial<Message> = {}) =>
  aMessage({ id: "r1", parentId: "u1", depth: 3, state: "writing", ...changes });

/** A story on a stage without network: the streams it opens are played by hand. */
export async function staged(api: Partial<PlayApi> = {}) {
  const streams: { following: Following; closed: boolean }[] = [];
  const ports: StoryPorts = {
    api: { session: async () => aSession(), price: async () => aSession().price, ...api } as PlayApi,
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
  const streamOf = (key: Opening["key"]) =>
    streams.findLast(({ following }) => following.open(null).key === key)?.following as Following;
  const play = (...events: TurnEvent[]) => {
    const onEvent = streams.findLast(({ closed }) => !closed)?.following.onEvent;
    for (const { type, ...data } of events)
      onEvent?.({ id: undefined, event: type, data: JSON.stringify(data) });
  };
  return { story, streams, streamOf, play };
}

/** The end of a turn. */
export const ended = (changes = {}) =>
  ({
    type: "end",
    turn: aTurn({ state: "complete", ...changes }),
    price: { held: 1, captured: 1, free: false },
    balance: null,
  }) as const;
