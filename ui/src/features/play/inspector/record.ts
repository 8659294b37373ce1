/** What the server recorded of a prompt (`GET /turns/{id}/prompt`). */

export interface PartRecord {
  part: string;
  /** For people. */
  title: string;
  source: string;
  tokens: number;
  kept: boolean;
  /** Why it was sent, or why not. */
  why: string;
  /** Null for lines of the story, and for what was left out. */
  text: string | null;
  messageIds?: readonly string[];
  /** How many lines of the story it is. */
  messages?: number;
}

export interface LoreRecord {
  bookId?: string;
  book: string;
  attachedTo?: string;
  entry: string;
  entryId?: string;
  fired: boolean;
  why: string;
  matchedKey: string | null;
  messageId: string | null;
  position: string;
  tokens: number;
}

export interface BudgetRecord {
  /** All in tokens. */
  window: number;
  reply: number;
  safety: number;
  available: number;
  used: number;
  history: number;
  caps: { lore: number; memory: number; examples: number; historyFloor: number };
}

export interface PromptRecord {
  messageId?: string | null;
  kind: string;
  speakerId: string | null;
  speakerName: string;
  model: string;
  parts: readonly PartRecord[];
  lore: readonly LoreRecord[];
  budget: BudgetRecord;
  stops: readonly string[];
  hash: string;
  estimatedPrice: { shekels: number; promptTokens: number; replyTokens: number };
}

export interface PromptAnswer {
  replies: readonly PromptRecord[];
}
