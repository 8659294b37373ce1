import { type SendOptions, send } from "../../api/client";
import { expand } from "../../lib/uri-template";
import type {
  ChatSession,
  DeleteAnswer,
  MessageAnswer,
  MessageChange,
  Price,
  SessionChange,
  Slice,
  Turn,
} from "./wire";

/** Messages a slice holds, unless asked otherwise. */
export const SLICE = 50;

/** Where a slice begins, and how much it holds. */
export interface SliceAt {
  limit?: number;
  /** `nextCursorDepth` of the slice before. */
  cursorDepth?: number | null;
}

function sliceUri(storyId: string, way: "up" | "down", messageId: string, at: SliceAt): string {
  return expand("/stories/{storyId}/slice/{way}/{messageId}{?limit,cursorDepth}", {
    storyId,
    way,
    messageId,
    limit: String(at.limit ?? SLICE),
    cursorDepth: at.cursorDepth === null || at.cursorDepth === undefined ? null : String(at.cursorDepth),
  });
}

const post = <T>(uri: string, body?: unknown, more: SendOptions = {}) =>
  send<T>(uri, { method: "POST", ...(body !== undefined && { body }), ...more });

const id = encodeURIComponent;

/** Every call of the play but the two streams (`stream.ts`). All reject with a `FailedRequest`. */
export const calls = {
  session: (chatID: string) => post<ChatSession>("/chat/fetch", { chatID }),
  /** Rejects with 409 `STORY_CHANGED` when the story has moved on from that version. */
  changeSession: (chatID: string, version: number, change: SessionChange) =>
    post<ChatSession>("/chat/edit-settings", { chatID, version, ...change }),
  /** What the player wants to be called, in this story and those to come. */
  namePlayer: (chatID: string, name: string) => post<ChatSession>("/chat/name-player", { chatID, name }),
  price: (chatID: string) => send<Price>(expand("/chat/price{?chatID}", { chatID })),

  /** The path that ends at a message (`head` for the newest), oldest first. */
  up: (storyId: string, messageId: string, at: SliceAt = {}) =>
    send<Slice>(sliceUri(storyId, "up", messageId, at)),
  /** What follows a message along the active line. */
  down: (storyId: string, messageId: string, at: SliceAt = {}) =>
    send<Slice>(sliceUri(storyId, "down", messageId, at)),

  changeMessage: (messageId: string, change: MessageChange) =>
    send<MessageAnswer>(`/messages/${id(messageId)}`, { method: "PATCH", body: change }),
  deleteMessage: (messageId: string) =>
    send<DeleteAnswer>(`/messages/${id(messageId)}`, { method: "DELETE" }),
  restoreMessage: (messageId: string) => post<MessageAnswer>(`/messages/${id(messageId)}/restore`),

  turn: (turnId: string) => send<Turn>(`/turns/${id(turnId)}`, { auth: "quiet" }),
  stop: (turnId: string) => post<Turn>(`/turns/${id(turnId)}/stop`),
} as const;

/** Tests bring their own. */
export type Calls = typeof calls;
