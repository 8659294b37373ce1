import { allApplied, type Change, changesBetween, reversed } from "./diff";
import { isList, type Json, pointerOf } from "./path";

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

/** The place that changes belong to if they may be typing: one text, or one item of a list of names. */
function typedAt(changes: readonly Change[]): string | null {
  const [change, ...others] = changes;
  if (change === undefined || others.length > 0) return null;
  const isTyping =
    change.kind === "text" ||
    (change.kind === "value" &&
      isList(change.before) &&
      isList(change.after) &&
      change.before.length === change.after.length);
  return isTyping ? pointerOf(change.path) : null;
}

/** The history after a change. Typing without a pause at one place is one step. */
export function recorded(history: History, before: Json, after: Json, now: number): History {
  const changes = changesBetween(before, after);
  if (changes.length === 0) return history;
  const last = history.undo.at(-1);
  const place = typedAt(changes);
  if (
    last !== undefined &&
    history.redo.length === 0 &&
    place !== null &&
    place === typedAt(last.changes) &&
    now - last.at < BURST_PAUSE_MS
  ) {
    const start = allApplied(before, last.changes.map(reversed).toReversed());
    const joined = { serial: last.serial, changes: changesBetween(start, after), at: now };
    const kept = history.undo.slice(0, -1);
    return { undo: joined.changes.length === 0 ? kept : [...kept, joined], redo: [] };
  }
  const serial = Math.max(0, ...[...history.undo, ...history.redo].map((step) => step.serial)) + 1;
  return { undo: [...history.undo, { serial, changes, at: now }].slice(-MAX_STEPS), redo: [] };
}

/** A draft and its history after a step was taken back or done again, and that step. */
export interface Moved {
  readonly draft: Json;
  readonly history: History;
  readonly step: Step;
}

/** Takes the latest step back; null if there is none. */
export function undone(draft: Json, history: History): Moved | null {
  const step = history.undo.at(-1);
  if (step === undefined) return null;
  return {
    draft: allApplied(draft, step.changes.map(reversed).toReversed()),
    history: { undo: history.undo.slice(0, -1), redo: [...history.redo, step] },
    step,
  };
}

/** Does the step again that was taken back last; null if there is none. */
export function redone(draft: Json, history: History): Moved | null {
  const step = history.redo.at(-1);
  if (step === undefined) return null;
  return {
    draft: allApplied(draft, step.changes),
    history: { undo: [...history.undo, step], redo: history.redo.slice(0, -1) },
    step,
  };
}
