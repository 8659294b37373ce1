import { storageKeys } from "../../config/cookies";

/** What is being written, per story, so that neither a reload nor a failure loses a word. It stays in this browser. */
export interface Draft {
  text: string;
  /**
   * The id a text was sent under while nobody knows whether it arrived: sending it again under the same one makes one
   * message, not two.
   */
  sentAs: string | null;
  /** Milliseconds since 1970. */
  at: number;
}

/** Drafts that are kept at a time, and for how long. */
const MOST = 40;
const LONGEST_MS = 60 * 24 * 60 * 60 * 1_000;

interface Kept {
  /** Whose drafts these are: nobody else in this browser gets to see them. */
  owner: string;
  drafts: Record<string, Draft>;
}

function isDraft(value: unknown): value is Draft {
  return (
    typeof value === "object" &&
    value !== null &&
    typeof Reflect.get(value, "text") === "string" &&
    typeof Reflect.get(value, "at") === "number"
  );
}

function read(owner: string, now: number): Kept {
  const drafts: Record<string, Draft> = {};
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKeys.drafts) ?? "null");
    if (typeof stored !== "object" || stored === null || Reflect.get(stored, "owner") !== owner)
      return { owner, drafts };
    const all: unknown = Reflect.get(stored, "drafts");
    for (const [id, draft] of Object.entries(all ?? {})) {
      if (isDraft(draft) && now - draft.at < LONGEST_MS) drafts[id] = draft;
    }
  } catch (cause) {
    console.warn("The drafts of this browser could not be read", cause);
  }
  return { owner, drafts };
}

function write({ owner, drafts }: Kept): void {
  const newest = Object.entries(drafts)
    .sort(([, a], [, b]) => b.at - a.at)
    .slice(0, MOST);
  try {
    if (newest.length === 0) localStorage.removeItem(storageKeys.drafts);
    else
      localStorage.setItem(storageKeys.drafts, JSON.stringify({ owner, drafts: Object.fromEntries(newest) }));
  } catch (cause) {
    // A full or forbidden storage costs the draft its safety, not the writer the text on screen.
    console.warn("The draft could not be kept", cause);
  }
}

/** The draft of a story; null when nothing is kept, or it is another person's. */
export function draftOf(owner: string, chatID: string, now: number = Date.now()): Draft | null {
  return read(owner, now).drafts[chatID] ?? null;
}

/** Keeps a draft; an empty one is forgotten. */
export function keepDraft(
  owner: string,
  chatID: string,
  text: string,
  sentAs: string | null,
  now: number = Date.now(),
): void {
  const kept = read(owner, now);
  if (text === "") delete kept.drafts[chatID];
  else kept.drafts[chatID] = { text, sentAs, at: now };
  write(kept);
}

/** Removes everything that was not sent. */
export function dropDrafts(): void {
  localStorage.removeItem(storageKeys.drafts);
}
