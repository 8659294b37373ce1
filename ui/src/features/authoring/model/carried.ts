import { type Change, changesBetween } from "./diff";
import { type History, MAX_STEPS, type Step, undone } from "./history";
import { type Json, pointerOf } from "./path";
import { hunksBetween } from "./texts";

/** Steps stay where they can be applied when a draft changes that they know nothing of. */

/** A passage that was replaced by one of another length; in UTF-16 units. */
interface Shift {
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

type Shifts = ReadonlyMap<string, readonly Shift[]>;

/** What has changed in each text, by its pointer. */
function shiftsBetween(before: Json, after: Json): Shifts {
  const shifts = new Map<string, Shift[]>();
  for (const change of changesBetween(before, after)) {
    if (change.kind !== "text") continue;
    const { path, at, removed, inserted } = change;
    // Between the first difference and the last there may be passages that stayed.
    const hunks = hunksBetween(removed, inserted) ?? [{ at: 0, removed, inserted }];
    shifts.set(
      pointerOf(path),
      hunks.map((hunk) => ({
        at: at + hunk.at,
        from: hunk.removed.length,
        to: hunk.inserted.length,
      })),
    );
  }
  return shifts;
}

const endOf = ({ at, from }: Shift): number => at + from;

/** Where a place is after what stands before it has changed. */
const placeAfter = (at: number, shifts: readonly Shift[]): number =>
  shifts.reduce((place, shift) => (endOf(shift) <= at ? place + shift.to - shift.from : place), at);

/**
 * The steps, the last first, as they fit a draft after the shifts. `from`: what a step's passage says there,
 * `to`: what it says once the step is taken.
 */
function carriedSteps(
  steps: readonly Step[],
  shifts: Shifts,
  passage: (change: Extract<Change, { kind: "text" }>) => { from: string; to: string },
): Step[] {
  const left = new Map(shifts);
  const carry = (change: Change): Change => {
    const field = pointerOf(change.path);
    const here = left.get(field);
    if (change.kind !== "text" || here === undefined) return change;
    const own: Shift = { at: change.at, from: passage(change).from.length, to: passage(change).to.length };
    // The step before knows nothing of what is in this one's passage.
    const rest = here.filter((shift) => endOf(shift) <= own.at || shift.at >= endOf(own));
    left.set(
      field,
      rest.map((shift) => (endOf(shift) <= own.at ? shift : { ...shift, at: shift.at + own.to - own.from })),
    );
    return { ...change, at: placeAfter(change.at, here) };
  };
  return steps
    .toReversed()
    .map((step) => ({ ...step, changes: step.changes.map(carry) }))
    .toReversed();
}

/** The steps of a draft that became another one in a way that is no step of theirs. */
export function carried(history: History, before: Json, after: Json): History {
  const shifts = shiftsBetween(before, after);
  if (shifts.size === 0) return history;
  return {
    undo: carriedSteps(history.undo, shifts, ({ inserted, removed }) => ({ from: inserted, to: removed })),
    redo: carriedSteps(history.redo, shifts, ({ inserted, removed }) => ({ from: removed, to: inserted })),
  };
}

/** A window's steps, with the draft that they led to. */
export interface Steps {
  readonly draft: Json;
  readonly history: History;
}

/**
 * The steps of several windows for the draft that all of them led to: those of the last window come first
 * when steps are taken back, then those of the one before.
 */
export function joinedHistory(draft: Json, windows: readonly Steps[]): History {
  let undo: readonly Step[] = [];
  let redo: readonly Step[] | null = null;
  /** The draft as it is before the steps that are joined already. */
  let start = draft;
  for (const window of windows.toReversed()) {
    const own = carried(window.history, window.draft, start);
    redo ??= own.redo;
    for (let left: History = { undo: own.undo, redo: [] }; ; ) {
      const moved = undone(start, left);
      if (moved === null) break;
      [start, left] = [moved.draft, moved.history];
    }
    undo = [...own.undo, ...undo];
  }
  const all = [...undo.slice(-MAX_STEPS), ...(redo ?? [])].map((step, at) => ({ ...step, serial: at + 1 }));
  const count = Math.min(undo.length, MAX_STEPS);
  return { undo: all.slice(0, count), redo: all.slice(count) };
}
