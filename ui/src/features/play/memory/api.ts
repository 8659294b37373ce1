import { uriOf } from "../../../api/address";
import { call } from "../../../api/client";
import type { Body } from "../../../api/operations";

/** A model writes the summary while one waits, in milliseconds. */
const SUMMARY_MS = 120_000;

/** What a story remembers where its reader is. */
export const memoryUri = (id: string) => uriOf("GET /stories/{id}/memory", { path: { id } });

/** Every call of the memory. All reject with a `FailedRequest`. */
export const memoryApi = {
  add: (storyId: string, body: Body<"POST /stories/{id}/facts">) =>
    call("POST /stories/{id}/facts", { path: { id: storyId }, body }),
  change: (factId: string, body: Body<"PATCH /facts/{id}">) =>
    call("PATCH /facts/{id}", { path: { id: factId }, body }),
  remove: (factId: string) => call("DELETE /facts/{id}", { path: { id: factId } }),
  saveSummary: (storyId: string, text: string, version: number) =>
    call("PUT /stories/{id}/summary", { path: { id: storyId }, body: { text, version } }),
  /** Answers with the whole memory. */
  summarise: (storyId: string) =>
    call("POST /stories/{id}/summary/refresh", { path: { id: storyId }, timeoutMs: SUMMARY_MS }),
} as const;
