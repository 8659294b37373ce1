import type { Message } from "../types";
import type { Chat } from "./state";

const LOCAL = "local-";

/** A message that the server has not answered for yet. */
export const isPending = (id: string): boolean => id.startsWith(LOCAL);

/**
 * What a line follows that is sent while somebody speaks: their reply, which is not there yet. The server refuses to go on from it, but
 * answers a cry for help wherever it is sent.
 */
export const notYet = (key: string): string => `${LOCAL}${key}`;

/** What the player has sent. */
interface Sent {
  /** The id it is sent under. */
  key: string;
  content: string;
  presence: string[] | null;
  /** Milliseconds since 1970. */
  at: number;
}

/** The player's line as it shows until the server has stored it: after `parent`, in the name of whom they play. */
export function pendingLine(
  { key, content, presence, at }: Sent,
  parent: Pick<Message, "id" | "storyId" | "depth">,
  chat: Pick<Chat, "controlMode" | "puppetID" | "characters"> | null,
): Message {
  const puppet = chat?.controlMode === "puppeteer" ? chat.puppetID : null;
  const character = chat?.characters.find(({ id, isUser }) => (puppet === null ? isUser : id === puppet));
  const steering = chat?.controlMode === "steer";
  const id = LOCAL + key;
  return {
    id,
    storyId: parent.storyId,
    parentId: parent.id,
    author: steering ? "narrator" : puppet === null ? "user" : "actor",
    authorId: puppet,
    name: steering ? "Narrator" : (character?.name ?? "You"),
    avatar: steering ? null : (character?.avatar ?? null),
    content,
    state: "complete",
    presence,
    hidden: false,
    origin: "said",
    aside: false,
    ending: false,
    model: null,
    tokens: null,
    price: 0,
    turnId: null,
    version: 0,
    depth: parent.depth + 1,
    createdOn: new Date(at).toISOString(),
    editedOn: null,
    deletedOn: null,
    siblings: { index: 0, count: 1, ids: [id] },
    childCount: 0,
  };
}
