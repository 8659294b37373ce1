import { allApplied, type Change, changesBetween } from "../model/diff";
import { withKnownSpeakers } from "../model/draft";
import type { History } from "../model/history";
import { type Conflict, merge } from "../model/merge";
import { pointerOf } from "../model/path";
import type { Draft } from "../types";

/** The id under which a draft is kept before the server has given it one. */
export const NEW = "new";

/** What this browser keeps of a draft, so that a closed tab or a lost connection loses nothing. */
export interface JournalRecord {
  /** One for each window in which the draft was open. */
  readonly key: string;
  /** The person whose draft it is: nobody else in this browser gets to see it. */
  readonly owner: string;
  /** The scenario, or `NEW`. */
  readonly draftId: string;
  /** When it was last written, in milliseconds since 1970. */
  readonly at: number;
  /** The version that the server stored last; 0: none. */
  readonly version: number;
  /** The draft as the server stored it last. */
  readonly base: Draft;
  /** What was changed since. */
  readonly pending: readonly Change[];
  /** What was changed here and elsewhere, and not decided yet. */
  readonly conflicts: readonly Conflict[];
  readonly history: History;
  /** The key under which the draft is created, so that it is created once. */
  readonly createKey: string;
}

/** What a draft is opened with. */
export interface Opened {
  readonly base: Draft;
  readonly version: number;
  readonly draft: Draft;
  readonly conflicts: readonly Conflict[];
}

/** The draft of a record with its unsaved changes. */
export const draftOf = ({ base, pending }: JournalRecord): Draft => allApplied(base, pending) as Draft;

export const pendingOf = (base: Draft, draft: Draft): Change[] => changesBetween(base, draft);

/** Puts the unsaved changes of earlier windows back into the draft as the server has it now. */
export function putBack(
  server: { draft: Draft; version: number },
  records: readonly JournalRecord[],
): Opened {
  let draft = server.draft;
  const conflicts = new Map<string, Conflict>();
  for (const record of records.toSorted((a, b) => a.at - b.at)) {
    if (record.pending.length === 0 && record.conflicts.length === 0) continue;
    const found = merge(record.base, draftOf(record), draft);
    draft = found.merged as Draft;
    for (const conflict of [...record.conflicts, ...found.conflicts])
      conflicts.set(pointerOf(conflict.path), conflict);
  }
  return {
    base: server.draft,
    version: server.version,
    draft: withKnownSpeakers(draft),
    conflicts: [...conflicts.values()],
  };
}
