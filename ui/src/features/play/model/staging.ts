import { afterEach, beforeEach, vi } from "vitest";
import type { PlayApi } from "../api";
import { aMessage, aTurn } from "../testing";
import { openStory } from "../testing-story";
import type { Message } from "../types";

/** What tests of the model stand on: a browser without a page, and a story that has been read. */

/** A page that is in front, with fake timers. */
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

/** The player's line, after the last of the story. */
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

/** A story that has read its session. */
export async function loadedStory(api: Partial<PlayApi> = {}) {
  const opened = openStory(api, () => 1_000);
  await vi.advanceTimersByTimeAsync(0);
  return opened;
}

/** The end of a turn. */
export const ended = (changes = {}) =>
  ({
    type: "end",
    turn: aTurn({ state: "complete", ...changes }),
    price: { held: 1, captured: 1, free: false },
    balance: null,
  }) as const;
