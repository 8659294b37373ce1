import { call } from "../../api/client";
import type { Body } from "../../api/operations";
import type { ChatSession, MessageChange, SessionChange } from "./types";

/** Messages a slice holds by default. */
export const SLICE = 50;

/** Where a slice begins, and how much it holds. */
export interface SliceAt {
  limit?: number;
  /** `nextCursorDepth` of the slice before. */
  cursorDepth?: number | null;
}

const slice = (id: string, messageId: string, { limit = SLICE, cursorDepth }: SliceAt) => ({
  path: { id, messageId },
  query: { limit, cursorDepth: cursorDepth ?? undefined },
});

/** Every call of the play but the two streams (`stream.ts`). All reject with a `FailedRequest`. */
export const playApi = {
  session: (chatID: string): Promise<ChatSession> => call("POST /chat/fetch", { body: { chatID } }),
  /** Rejects with 409 `STORY_CHANGED` when the story has moved on from that version. */
  changeSession: (chatID: string, version: number, change: SessionChange): Promise<ChatSession> =>
    call("POST /chat/edit-settings", {
      // The document's types do not know that what is left out of the sampling is filled in.
      body: { chatID, version, ...change } as Body<"POST /chat/edit-settings">,
    }),
  /** What the player wants to be called, in this story and those to come. */
  namePlayer: (chatID: string, name: string): Promise<ChatSession> =>
    call("POST /chat/name-player", { body: { chatID, name } }),
  price: (chatID: string) => call("GET /chat/price", { query: { chatID } }),

  /** The path that ends at a message (`head` for the newest), oldest first. */
  up: (storyId: string, messageId: string, at: SliceAt = {}) =>
    call("GET /stories/{id}/slice/up/{messageId}", slice(storyId, messageId, at)),
  /** What follows a message along the active line. */
  down: (storyId: string, messageId: string, at: SliceAt = {}) =>
    call("GET /stories/{id}/slice/down/{messageId}", slice(storyId, messageId, at)),

  /** Messages with all of these words, on every branch. */
  search: (storyId: string, q: string, signal: AbortSignal) =>
    call("GET /stories/{id}/search", { path: { id: storyId }, query: { q }, signal }),

  changeMessage: (id: string, body: MessageChange) => call("PATCH /messages/{id}", { path: { id }, body }),
  deleteMessage: (id: string) => call("DELETE /messages/{id}", { path: { id } }),
  restoreMessage: (id: string) => call("POST /messages/{id}/restore", { path: { id } }),

  turn: (turnId: string) => call("GET /turns/{turnId}", { path: { turnId }, auth: "quiet" }),
  stop: (turnId: string) => call("POST /turns/{turnId}/stop", { path: { turnId } }),
} as const;

/** Tests bring their own. */
export type PlayApi = typeof playApi;
