import { useState } from "react";
import type { MyScenario } from "../types";
import { allOf, NOTHING_SELECTED, type Selection, turned } from "./selection";

/** The scenarios that are chosen, and how to choose. */
export interface Selecting {
  /** Whether the shelf is there to choose from: a press on a scenario chooses it instead of opening it. */
  on: boolean;
  /** The chosen ones in the order of the shelf, as far as they are on it. */
  scenarios: readonly MyScenario[];
  /** How many more were to be chosen than there is room for. */
  leftOut: number;
  has: (id: string) => boolean;
  start: () => void;
  stop: () => void;
  /** Ends choosing once these have left the shelf, unless others were chosen meanwhile. */
  finish: () => void;
  /** Turns one on or off, which starts choosing; `range`: all from the one before. */
  turn: (id: string, range: boolean) => void;
  all: () => void;
  /** Chooses these and no others. */
  only: (ids: readonly string[]) => void;
}

export function useSelection(shown: readonly MyScenario[]): Selecting {
  const [selection, setSelection] = useState<Selection | null>(null);
  const ids = shown.map(({ id }) => id);
  const has = (id: string) => selection?.ids.has(id) ?? false;
  return {
    on: selection !== null,
    scenarios: shown.filter(({ id }) => has(id)),
    leftOut: selection?.leftOut ?? 0,
    has,
    start: () => setSelection((now) => now ?? NOTHING_SELECTED),
    stop: () => setSelection(null),
    finish: () => setSelection((now) => (now === selection ? null : now)),
    turn: (id, range) => setSelection((now) => turned(now ?? NOTHING_SELECTED, ids, id, range)),
    all: () => setSelection(allOf(ids)),
    only: (chosen) => setSelection(allOf(chosen)),
  };
}
