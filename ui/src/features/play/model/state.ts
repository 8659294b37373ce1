import type { ErrorCode, FailedRequest } from "../../../api/errors";
import type { OpenPanel } from "../contracts";
import type { ChatSession, NoticeKind, NoticeLabels, TurnKind } from "../types";
import type { Shorten } from "./faults";

/** A session without what has its own place here. */
export type Chat = Omit<ChatSession, "messages" | "runningTurn">;

/** Whether there is more of the line beyond its first or last message on screen, and how asking for it goes. */
export type Edge = "idle" | "busy" | "failed" | "end";

/** A turn that is under way, here or on another device. */
export interface LiveTurn {
  /** null until the server has taken it. */
  id: string | null;
  kind: TurnKind;
  /** The reply that is being written now. */
  writing: string | null;
  stopping: boolean;
  /** The connection is lost: the server writes on, and what it wrote comes later. */
  adrift: boolean;
}

/** Something that was asked for and did not happen. */
export interface Trouble {
  /** The server's word for it; null when there was no answer. */
  code: ErrorCode | null;
  status: number;
  message: string;
  /** When asking again makes sense, in milliseconds since 1970. */
  retryAt: number | null;
  /** The part of the prompt that the player can make shorter. */
  shorten: Shorten | null;
  /** Asks for the same again; null when that is not how it is put right. */
  again: (() => void) | null;
}

/** A notice beside the story: that nobody here is human, where help is, or that a reply was cut. */
export interface Notice {
  key: string;
  kind: NoticeKind;
  text: string;
  link: string | null;
  labels?: NoticeLabels | undefined;
  /** Where help is, in one line. */
  isFolded?: boolean;
}

/** A deletion that can still be undone from here. */
export interface Removed {
  messageId: string;
  count: number;
}

/** What is on screen of a story, apart from the text of its messages. */
export interface PlayState {
  phase: "loading" | "ready" | "missing" | "failed";
  /** Why the story is not here, in the phases `missing` and `failed`. */
  failure: FailedRequest | null;
  chat: Chat | null;
  /** The messages on screen, oldest first; `Story.message` has them. */
  ids: readonly string[];
  headId: string | null;
  older: Edge;
  newer: Edge;
  turn: LiveTurn | null;
  trouble: Trouble | null;
  removed: Removed | null;
  /** A line of the player's that was saved as a new branch, which nobody has answered yet. */
  branched: string | null;
  notices: readonly Notice[];
  /** The language in which help was offered last (ISO 639-1), as far as that is known here. */
  helpLanguage: string | null;
  panel: OpenPanel | null;
  /** A message the transcript is asked to show; the stamp tells two requests for the same one apart. */
  target: { messageId: string; stamp: number } | null;
}

/** Before anything of the story is there. */
export const NOTHING: PlayState = {
  phase: "loading",
  failure: null,
  chat: null,
  ids: [],
  headId: null,
  older: "end",
  newer: "end",
  turn: null,
  trouble: null,
  removed: null,
  branched: null,
  notices: [],
  helpLanguage: null,
  panel: null,
  target: null,
};
