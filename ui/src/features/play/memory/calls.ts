import { send } from "../../../api/client";
import type { Fact, StoryMemory, Summary } from "../wire";

/** A model writes the summary while one waits, in milliseconds. */
const SUMMARY_MS = 120_000;

const id = encodeURIComponent;

/** What a story remembers where its reader is. */
export const memoryUri = (storyId: string) => `/stories/${id(storyId)}/memory`;

/** Every call of the memory. All reject with a `FailedRequest`. */
export const memoryCalls = {
  add: (storyId: string, fact: { text: string; messageId?: string; pinned?: boolean }) =>
    send<Fact>(`/stories/${id(storyId)}/facts`, { method: "POST", body: fact }),
  change: (factId: string, change: { text?: string; pinned?: boolean; version: number }) =>
    send<Fact>(`/facts/${id(factId)}`, { method: "PATCH", body: change }),
  forget: (factId: string) => send<null>(`/facts/${id(factId)}`, { method: "DELETE" }),
  tell: (storyId: string, text: string, version: number) =>
    send<Summary>(`/stories/${id(storyId)}/summary`, { method: "PUT", body: { text, version } }),
  /** Answers with the whole memory. */
  sumUp: (storyId: string) =>
    send<StoryMemory>(`/stories/${id(storyId)}/summary/refresh`, { method: "POST", timeoutMs: SUMMARY_MS }),
} as const;
