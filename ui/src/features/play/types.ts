/**
 * The server's types, under the names the play uses. The shapes are the server's own (`schema.gen.ts`); written by hand
 * is only what the document cannot express: the events of a stream, and what a change leaves out.
 */
import type { ErrorCode } from "../../api/errors";
import type { components } from "../../api/schema.gen";

type Schemas = components["schemas"];

/** One node of a story's tree. */
export type Message = Schemas["Message"];
/** A run of messages without gaps, oldest first, and where the next one begins. */
export type Slice = Schemas["Slice"];
/** A message as it is after a change, and the story with it. */
export type MessageAnswer = Schemas["MessageAnswer"];
/** The fields of a change of a message; what is left out stays. */
export type MessageChange = Schemas["MessageUpdate"];
/** `replace` keeps the former text as a revision; `branch` makes a sibling and moves the head to it. */
export type EditMode = Schemas["EditMode"];
export type StoryTree = Schemas["Tree"];
export type TreeNode = Schemas["TreeNode"];

export type ControlMode = Schemas["ControlMode"];
export type Strategy = Schemas["Strategy"];
export type AuthorsNote = Schemas["AuthorsNote"];
/** What is left out is left to the model, as null is. */
export type Sampling = Partial<Schemas["Sampling"]>;
type Sampled<T> = Omit<T, "sampling"> & { sampling: Sampling };
/** Somebody in the story: the player, or one of the cast. */
export type Character = Schemas["PlayCharacter"];
export type ModelInfo = Schemas["ModelInfo"];
/** What the next reply costs, and what there is to pay for it. */
export type Price = Schemas["ChatPrice"];

/** A story with all that playing it needs. */
export type ChatSession = Sampled<Schemas["ChatSession"]>;

/** What can be changed of a story's session; what is left out stays. */
export type SessionChange = Partial<Sampled<Schemas["StorySettings"]>> & {
  themeID?: string | null;
  characters?: (Pick<Character, "id"> & Partial<Pick<Character, "muted" | "talkativeness">>)[];
};

export type TurnKind = Schemas["TurnKind"];
/** What the cast is asked for. */
export type TurnRequest = Schemas["CreateMessage"] & { chatID: string };
export type Turn = Schemas["Turn"];
/** What went wrong with a turn, and what helps. */
export type TurnFault = Schemas["TurnFault"];
/** The code of a fault; the document gives only that it is text. `INTERRUPTED`: the server went away meanwhile. */
export type FaultCode = ErrorCode | "INTERRUPTED";

/** That nobody here is human; where help is; that a reply was cut. */
export type NoticeKind = "ai" | "crisis" | "fade";
/** The labels of a notice's buttons, in the language of its text. */
export type NoticeLabels = Schemas["NoticeLabels"];

/** The events of a turn by name; each carries an id that counts from 1 within the turn. */
export type TurnEvent =
  | { type: "turn" | "snapshot"; turn: Turn }
  | { type: "message" | "done"; message: Message }
  | { type: "delta"; messageId: string | null; offset: number; text: string }
  | { type: "reasoning"; messageId: string | null; text: string }
  | { type: "notice"; kind: NoticeKind; text: string; link: string | null; labels?: NoticeLabels }
  | ({ type: "error" } & TurnFault)
  | { type: "end"; turn: Turn; price: Schemas["TurnPrice"]; balance: number | null };

/** The events of a story's live sync. */
export type StoryChanged = Schemas["StoryChanged"];

/** What a story remembers where its reader is. */
export type StoryMemory = Schemas["Memory"];
/** A line of the memory; it `holds` unless it was learned on another branch. */
export type Fact = Schemas["Fact"];
export type Summary = Schemas["Summary"];

/** What one of them was made from. */
export type PromptRecord = Schemas["PromptRecord"];
/** One part of a prompt: what it is, where it came from, what became of it. */
export type PartRecord = Schemas["PartRecord"];
/** One entry of a lorebook that was looked at. */
export type LoreRecord = Schemas["LoreRecord"];
