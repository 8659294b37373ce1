/** What the play speaks with the server, as it travels (`/api/v1`). */

export type Author = "user" | "actor" | "narrator";
export type MessageState = "complete" | "writing" | "stopped" | "interrupted" | "failed";
export type Origin = "opening" | "said" | "reply" | "regenerated" | "continued" | "edited" | "imported";

/** One node of a story's tree. Times are RFC 3339. */
export interface Message {
  id: string;
  storyId: string;
  parentId: string | null;
  author: Author;
  /** The character who speaks; null for the player and the narrator. */
  authorId: string | null;
  name: string;
  avatar: string | null;
  content: string;
  state: MessageState;
  /** Ids of the characters who witnessed it; null: everybody. */
  presence: readonly string[] | null;
  /** Left out of what the model reads. */
  hidden: boolean;
  origin: Origin;
  model: string | null;
  tokens: { prompt: number; reply: number } | null;
  /** Shekels. */
  price: number | null;
  turnId: string | null;
  version: number;
  depth: number;
  createdOn: string;
  editedOn: string | null;
  deletedOn: string | null;
  /** This node among the children of its parent, in the order they were made. */
  siblings: { index: number; count: number; ids: readonly string[] };
  childCount: number;
}

export interface Slice {
  /** Oldest first. */
  results: readonly Message[];
  /** Where the next slice begins; null when there is nothing further. */
  nextCursorDepth: number | null;
  headId: string | null;
  version: number;
}

export interface MessageAnswer {
  message: Message;
  headId: string | null;
  version: number;
}

export interface DeleteAnswer {
  headId: string | null;
  version: number;
  deleted: number;
}

export interface StoryTree {
  nodes: readonly TreeNode[];
  truncated: boolean;
}

export interface TreeNode {
  id: string;
  parentId: string | null;
  depth: number;
  name: string;
  author: Author;
  snippet: string;
  state: MessageState;
  isOnPath: boolean;
}

export interface StoryScenario {
  id: string;
  displayName: string;
  tagline: string;
  avatar_urls: { thumbnail: string | null; avatar: string | null; banner: string | null };
  author: string;
  authorname: string;
  explicit: boolean;
}

export interface Story {
  id: string;
  chatID: string;
  scenarioID: string | null;
  themeID: string | null;
  ephemeral: boolean;
  title: string;
  directoryId: string | null;
  pinned: boolean;
  headId: string | null;
  version: number;
  messageCount: number;
  preview: string;
  createdOn: string;
  updatedOn: string;
  lastMessageOn: string | null;
  lastAccessedOn: string | null;
  deletedOn: string | null;
  purgeOn: string | null;
  scenario: StoryScenario | null;
  characters: readonly { id: string; name: string; avatar: string | null }[];
  match?: { messageId: string; snippet: string };
}

export type ControlMode = "default" | "puppeteer" | "steer";
export type Strategy = "natural" | "list" | "pooled" | "manual" | "director";
export type PromptRole = "system" | "user" | "assistant";

export interface AuthorsNote {
  text: string;
  /** Messages from the newest. */
  depth: number;
  /** Every so many messages. */
  interval: number;
  role: PromptRole;
}

export interface Sampling {
  temperature?: number | null;
  topP?: number | null;
  topK?: number | null;
  minP?: number | null;
  frequencyPenalty?: number | null;
  presencePenalty?: number | null;
  repetitionPenalty?: number | null;
  seed?: number | null;
}

export interface StorySettings {
  /** 0 to 100. */
  responseLength: number;
  npcsEnabled: boolean;
  controlMode: ControlMode;
  puppetID: string | null;
  selectedPersona: string | null;
  chatModel: string | null;
  strategy: Strategy;
  maxReplies: number;
  /** Whether an answer follows by itself when the player has spoken. */
  autoReply: boolean;
  speakForPlayer: boolean;
  authorsNote: AuthorsNote | null;
  sampling: Sampling | null;
  systemPrompt: string | null;
  postHistory: string | null;
  chatOption: boolean;
}

export interface Character {
  id: string;
  name: string;
  role: string;
  avatar: string | null;
  fullResAvatar: string | null;
  description: string;
  /** The player. */
  isUser: boolean;
  muted: boolean;
  /** 0 to 1. */
  talkativeness: number;
}

export interface ModelInfo {
  name: string;
  label: string;
  contextTokens: number;
  maxReplyTokens: number;
  /** Shekels a reply. */
  price: number;
  isDemo: boolean;
  capabilities: Readonly<Record<string, boolean>>;
}

export interface Price {
  /** Shekels. */
  perReply: number;
  /** A signed-in person's free replies of the day. */
  free: { left: number; of: number; resetsOn: string } | null;
  /** A guest's replies in all. */
  guest: { left: number; of: number } | null;
  balance: number | null;
  model: string;
}

export interface ChatSession extends StorySettings {
  chatID: string;
  story: Story;
  scenarioID: string | null;
  /** null for a guest. */
  userID: string | null;
  characters: readonly Character[];
  personas: Readonly<Record<string, { name: string; description: string }>>;
  themeID: string | null;
  models: readonly ModelInfo[];
  version: number;
  messages: Slice;
  price: Price;
  runningTurn: Turn | null;
  notices: { ai: string; startedOn: string };
}

/** What can be changed of a story's session; what is left out stays. */
export type SessionChange = Partial<StorySettings> & {
  themeID?: string | null;
  characters?: readonly { id: string; muted?: boolean; talkativeness?: number }[];
};

export type TurnKind = "say" | "next" | "regenerate" | "continue" | "impersonate" | "rewrite" | "retry";
export type TurnState = "running" | "complete" | "stopped" | "failed" | "interrupted";

export interface TurnRequest {
  chatID: string;
  /** What the player says; for `impersonate` what they have typed so far. */
  message?: string;
  kind?: TurnKind;
  parentId?: string;
  messageId?: string;
  /** A character, or `narrator`. */
  speakerId?: string;
  clientMessageId?: string;
  note?: string;
  /** UTF-16 offsets in the content of `messageId`. */
  selection?: { start: number; end: number };
  presence?: readonly string[];
}

export interface TurnError {
  code: string;
  message: string;
}

export interface Turn {
  id: string;
  storyId: string;
  kind: TurnKind;
  state: TurnState;
  userMessage: Message | null;
  replies: readonly Message[];
  /** What `impersonate` and `rewrite` wrote. */
  text: string | null;
  /** Who was chosen to speak, and why; null is the narrator. */
  drafted: readonly { characterId: string | null; why: string }[];
  price: TurnPrice;
  error: TurnError | null;
  lastEvent: number;
  startedOn: string;
  endedOn: string | null;
}

/** What a turn cost: shekels put aside for it, and what was taken of them. */
export interface TurnPrice {
  held: number;
  captured: number;
  free: boolean;
}

/** The events of a turn by name; each carries an id that counts from 1 within the turn. */
export type TurnEvent =
  | { type: "turn" | "snapshot"; turn: Turn }
  | { type: "message" | "done"; message: Message }
  | { type: "delta"; messageId: string | null; offset: number; text: string }
  | { type: "reasoning"; messageId: string | null; text: string }
  | { type: "notice"; kind: "ai" | "crisis"; text: string; link: string | null }
  | { type: "error"; code: string; message: string; retryAfter?: number }
  | { type: "end"; turn: Turn; price: TurnPrice; balance: number | null };

/** What the live sync of a story says. */
export interface StoryChanged {
  version: number;
  headId: string | null;
  turnId: string | null;
}

export interface Fact {
  id: string;
  text: string;
  sourceMessageId: string | null;
  pinned: boolean;
  createdOn: string;
  version: number;
}

export interface Summary {
  id: string;
  text: string;
  coversFrom: string;
  coversTo: string;
  messageIds: readonly string[];
  edited: boolean;
  version: number;
}

export interface StoryMemory {
  facts: readonly Fact[];
  summary: Summary | null;
}

/** One part of a prompt: what it is, where it came from, what became of it. */
export interface PromptPart {
  part: string;
  title: string;
  source: string;
  tokens: number;
  kept: boolean;
  why: string | null;
  text: string;
}

/** One entry of a lorebook that was looked at. */
export interface LoreFired {
  book: string;
  entry: string;
  fired: boolean;
  why: string;
  matchedKey: string | null;
  messageId: string | null;
  position: string | null;
  tokens: number;
}

/** What a reply was made from. */
export interface PromptRecord {
  messageId: string | null;
  speaker: string | null;
  model: string | null;
  parts: readonly PromptPart[];
  lore: readonly LoreFired[];
  budget: { window: number; reply: number; safety: number; caps: Readonly<Record<string, number>> };
  hash: string;
  estimatedPrice: number | null;
}

export interface LoreEntry {
  id: string | number | null;
  name: string | null;
  keys: readonly string[];
  secondaryKeys: readonly string[];
  content: string;
  enabled: boolean;
  constant: boolean;
  comment: string | null;
}

export interface Lorebook {
  id: string;
  name: string;
  description: string;
  entries: readonly LoreEntry[];
  version: number;
  createdOn: string;
  updatedOn: string;
}
