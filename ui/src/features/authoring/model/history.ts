import { allApplied, type Change, changesBetween, reversed } from "./diff";
import { isList, isWithin, type Json, pointerOf, valueAt } from "./path";

/** What one press of undo takes back. */
export interface Step {
  /** Unique within a history, and growing. */
  readonly serial: number;
  readonly changes: readonly Change[];
  /** When it was last added to, in milliseconds since 1970. */
  readonly at: number;
}

/** Steps to be taken back, the latest last, and steps that were taken back, the next one last. */
export interface History {
  readonly undo: readonly Step[];
  readonly redo: readonly Step[];
}

export const NO_HISTORY: History = { undo: [], redo: [] };

/** Steps that can be taken back. */
export const MAX_STEPS = 200;
/** A pause that ends a burst of typing, in milliseconds. */
export const BURST_PAUSE_MS = 1_000;

/** A step of typing is not much longer than this, in UTF-16 units; it ends with a word where it can. */
const FULL = 60;
const FULL_WITHIN_WORD = 80;
/** A sentence, or a line, that has ended. */
const ENDED = /(?:[.!?…]["'”’»)\]]*\s|[。！？]|\n)$/u;

type TextChange = Extract<Change, { kind: "text" }>;

/** Whether a list of names has one of its items in other words: typing in a field of its own. */
const isTypedItem = (change: Change): boolean =>
  change.kind === "value" &&
  isList(change.before) &&
  isList(change.after) &&
  change.before.length === change.after.length;

const isDeleting = ({ inserted }: TextChange): boolean => inserted === "";

/**
 * Whether a step ends before this change, of which `written` stands before it. What a step wrote does not say
 * how it ended: of two spaces side by side, a difference cannot tell which is the new one.
 */
function isFull({ removed, inserted }: TextChange, written: string): boolean {
  if (inserted === "") return removed.length >= FULL;
  if (inserted.length >= FULL_WITHIN_WORD || ENDED.test(written)) return true;
  return inserted.length >= FULL && /\s$/.test(written);
}

/**
 * Whether a change of a text goes on with the step before it, of which `joined` would remain: typing with
 * typing, at the place where it ended, until there is a sentence of it.
 */
function goesOn(last: TextChange, change: TextChange, text: string, joined: readonly Change[]): boolean {
  const [whole, ...others] = joined;
  if (isDeleting(last) !== isDeleting(change) || others.length > 0) return false;
  if (isFull(last, text.slice(0, change.at))) return false;
  // What was composed of several keys, as in Japanese, may come to nothing.
  if (whole === undefined) return true;
  if (whole.kind !== "text") return false;
  // Apart, both would take in what stands between them.
  if (isDeleting(change)) return whole.inserted === "";
  return (
    whole.removed.length <= last.removed.length &&
    whole.inserted.length <= last.inserted.length + change.inserted.length
  );
}

/** The step before with a change that goes on with it, null if it is another step. */
function joinedStep(last: Step, before: Json, after: Json, changes: readonly Change[]): Step | null {
  const [[own, ...more], [change, ...others]] = [last.changes, changes];
  if (own === undefined || change === undefined || more.length + others.length > 0) return null;
  if (pointerOf(own.path) !== pointerOf(change.path)) return null;
  const joined = changesBetween(allApplied(before, [reversed(own)]), after);
  const isTyping =
    own.kind === "text" && change.kind === "text"
      ? goesOn(own, change, String(valueAt(before, own.path)), joined)
      : isTypedItem(own) && isTypedItem(change);
  return isTyping ? { ...last, changes: joined } : null;
}

/** The history after a change. Typing without a pause at one place is one step, a sentence at most. */
export function recorded(history: History, before: Json, after: Json, now: number): History {
  const changes = changesBetween(before, after);
  if (changes.length === 0) return history;
  const last = history.undo.at(-1);
  if (last !== undefined && history.redo.length === 0 && now - last.at < BURST_PAUSE_MS) {
    const joined = joinedStep(last, before, after, changes);
    const kept = history.undo.slice(0, -1);
    if (joined !== null)
      return { undo: joined.changes.length === 0 ? kept : [...kept, { ...joined, at: now }], redo: [] };
  }
  const serial = Math.max(0, ...[...history.undo, ...history.redo].map((step) => step.serial)) + 1;
  return { undo: [...history.undo, { serial, changes, at: now }].slice(-MAX_STEPS), redo: [] };
}

/** A draft and its history after a step was taken back or done again, and what that has changed. */
export interface Moved {
  readonly draft: Json;
  readonly history: History;
  readonly changes: readonly Change[];
}

interface Taken extends Pick<Moved, "draft" | "changes"> {
  readonly step: Step;
  readonly rest: readonly Step[];
}

/** Whether a step changes something in a field of the draft, which is named by its pointer. */
const concerns = ({ changes }: Step, field: string): boolean =>
  changes.some(({ path }) => isWithin(pointerOf(path), field));

/** Whether a step changes nothing outside a field. */
const staysIn = ({ changes }: Step, field: string): boolean =>
  changes.every(({ path }) => isWithin(pointerOf(path), field));

/**
 * Takes the last step that changes anything: what does not fit any more, because another window has changed
 * its place, is left out. With a field, the last in this field; steps elsewhere stay as they are.
 */
function takenFrom(
  draft: Json,
  steps: readonly Step[],
  changesOf: (step: Step) => readonly Change[],
  field: string | null,
): Taken | null {
  let rest = steps;
  for (const step of steps.toReversed()) {
    if (field !== null && !concerns(step, field)) continue;
    // It has changed other fields, too, where something else may have come since.
    if (field !== null && !staysIn(step, field) && step !== rest.at(-1)) return null;
    rest = rest.filter((each) => each !== step);
    const next = allApplied(draft, changesOf(step));
    const changes = changesBetween(draft, next);
    if (changes.length > 0) return { draft: next, changes, step, rest };
  }
  return null;
}

const backwards = ({ changes }: Step): readonly Change[] => changes.map(reversed).toReversed();

/** Takes the latest step back, everywhere or in one field; null if there is none. */
export function undone(draft: Json, history: History, field: string | null = null): Moved | null {
  const taken = takenFrom(draft, history.undo, backwards, field);
  if (taken === null) return null;
  const { step, rest, ...moved } = taken;
  return { ...moved, history: { undo: rest, redo: [...history.redo, step] } };
}

/** Does the step again that was taken back last, everywhere or in one field; null if there is none. */
export function redone(draft: Json, history: History, field: string | null = null): Moved | null {
  const taken = takenFrom(draft, history.redo, ({ changes }) => changes, field);
  if (taken === null) return null;
  const { step, rest, ...moved } = taken;
  return { ...moved, history: { undo: [...history.undo, step], redo: rest } };
}
