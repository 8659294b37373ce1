import { diffArrays } from "diff";
import type { Path } from "./path";

/** Two versions of one text: where they differ, and what both say together. */

/** Fields of prose: what they say can be put together of passages. */
const PROSE: ReadonlySet<string> = new Set([
  "description",
  "setting",
  "personality",
  "voice",
  "exampleDialogue",
  "systemPrompt",
  "postHistoryInstructions",
  "text",
  "content",
]);

export const isProse = (path: Path): boolean => PROSE.has(path.at(-1) ?? "");

/** A passage that another version has differently; places count UTF-16 units. */
export interface Hunk {
  /** Where it stands, and what it says. */
  readonly at: number;
  readonly removed: string;
  /** Where the other version has it, and what it says there. */
  readonly otherAt: number;
  readonly inserted: string;
}

/**
 * Words with the space before them, which is typed before them, too. In scripts without spaces each character
 * is one.
 */
const WORDS = /\s*(?:\p{sc=Han}|\p{sc=Hiragana}|\p{sc=Katakana}|\p{sc=Thai}|[\p{L}\p{M}\p{N}]+|\S)|\s+/gu;
/** Sentences with the space before them. */
const SENTENCES = /\s*[^\s.!?…。！？][^.!?…。！？\n]*(?:[.!?…。！？]+["'”’»)\]]*)?|\s*\S|\s+/gu;

/** Versions that differ in more places than this are not compared: it would hold up typing. */
const MAX_EDITS = 2_000;

interface Units {
  readonly of: RegExp;
  /** Whether two of them say the same. */
  readonly comparator?: (one: string, other: string) => boolean;
}

/** Where two versions differ, by words or by other units; null if that is nearly everywhere. */
export function hunksBetween(before: string, after: string, units: Units = { of: WORDS }): Hunk[] | null {
  const old: string[] = before.match(units.of) ?? [];
  const now: string[] = after.match(units.of) ?? [];
  const parts = diffArrays(old, now, { maxEditLength: MAX_EDITS, ...units });
  if (parts === undefined) return null;
  const hunks: Hunk[] = [];
  /** The difference that is being read: what is removed and what is added come one after the other. */
  let open: Hunk | null = null;
  let [at, otherAt] = [0, 0];
  for (const { added, removed, count } of parts) {
    const gone = added ? "" : old.splice(0, count).join("");
    const come = removed ? "" : now.splice(0, count).join("");
    if (added || removed) {
      open ??= { at, removed: "", otherAt, inserted: "" };
      open = { ...open, removed: open.removed + gone, inserted: open.inserted + come };
    } else if (open !== null) {
      hunks.push(open);
      open = null;
    }
    at += gone.length;
    otherAt += come.length;
  }
  return (open === null ? hunks : [...hunks, open]).map(narrowed);
}

/**
 * The first word of a text has no space before it. What is written before it gives it one, which is no change
 * of the word.
 */
function narrowed(hunk: Hunk): Hunk {
  const { removed, inserted } = hunk;
  if (inserted.endsWith(removed))
    return { ...hunk, removed: "", inserted: inserted.slice(0, inserted.length - removed.length) };
  if (removed.endsWith(inserted))
    return { ...hunk, removed: removed.slice(0, removed.length - inserted.length), inserted: "" };
  return hunk;
}

const endOf = ({ at, removed }: Hunk): number => at + removed.length;

const isSameHunk = (a: Hunk, b: Hunk): boolean =>
  a.at === b.at && a.removed === b.removed && a.inserted === b.inserted;

/** Passages that stand side by side count as one: who wrote there would have to see the other's words. */
const doTouch = (a: Hunk, b: Hunk): boolean => a.at <= endOf(b) && b.at <= endOf(a);

/** A text with passages replaced. They must not overlap. */
function withHunks(text: string, hunks: readonly Hunk[]): string {
  let from = 0;
  let result = "";
  for (const hunk of hunks.toSorted((a, b) => a.at - b.at)) {
    result += text.slice(from, hunk.at) + hunk.inserted;
    from = endOf(hunk);
  }
  return result + text.slice(from);
}

/**
 * Three-way merge of a text, by words. Null if both sides changed the same passage, each in another way, or
 * passages side by side.
 */
export function mergedText(base: string, mine: string, theirs: string): string | null {
  const ours = hunksBetween(base, mine);
  const others = hunksBetween(base, theirs);
  if (ours === null || others === null) return null;
  const rest = others.filter((other) => !ours.some((own) => isSameHunk(own, other)));
  if (rest.some((other) => ours.some((own) => doTouch(own, other)))) return null;
  return withHunks(base, [...ours, ...rest]);
}

/** Two passages one after the other, apart as sentences or as paragraphs are. */
function oneAfterTheOther(first: string, second: string): string {
  if (first === "" || second === "" || /^\s/.test(second) || /\s$/.test(first)) return first + second;
  return first + (/\n/.test(first + second) ? "\n\n" : " ") + second;
}

/** Sentences say the same whatever space is before them. */
const BY_SENTENCES: Units = { of: SENTENCES, comparator: (one, other) => one.trim() === other.trim() };

/**
 * What both versions have once, and where they differ both, mine first: by sentences, so that each can be
 * read.
 */
export function bothTexts(mine: string, theirs: string): string {
  const hunks = hunksBetween(mine, theirs, BY_SENTENCES);
  if (hunks === null) return oneAfterTheOther(mine, theirs);
  let from = 0;
  let result = "";
  for (const hunk of hunks) {
    const both = oneAfterTheOther(hunk.removed, hunk.inserted);
    result = oneAfterTheOther(result + mine.slice(from, hunk.at), both);
    from = endOf(hunk);
  }
  return oneAfterTheOther(result, mine.slice(from));
}
