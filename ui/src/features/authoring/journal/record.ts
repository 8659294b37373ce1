import { allApplied, type Change, changesBetween } from "../model/diff";
import { withKnownSpeakers } from "../model/draft";
import type { History } from "../model/history";
import { type Conflict, merge } from "../model/merge";
import { isSame, type Json, pointerOf } from "../model/path";
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
  /**
   * What was sent in saves whose answers were lost, each as its changes of `base`: the server may have stored
   * one of them.
   */
  readonly unanswered: readonly (readonly Change[])[];
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
  /** What may still arrive at the server: saves of this version whose answers were lost. */
  readonly unanswered: readonly Draft[];
}

/** The draft of a record with its unsaved changes. */
export const draftOf = ({ base, pending }: JournalRecord): Draft => allApplied(base, pending) as Draft;

export const pendingOf = (base: Draft, draft: Draft): Change[] => changesBetween(base, draft);

const unansweredOf = ({ base, unanswered }: JournalRecord): Draft[] =>
  unanswered.map((changes) => allApplied(base, changes) as Draft);

/** Whether a record holds something that the server may not have. */
export const isUnsent = ({
  pending,
  conflicts,
  unanswered,
}: Pick<JournalRecord, "pending" | "conflicts" | "unanswered">): boolean =>
  pending.length + conflicts.length + unanswered.length > 0;

/** How long what nobody opens again is kept in this browser, in milliseconds: 60 days. */
const KEPT_MS = 60 * 24 * 60 * 60 * 1_000;

/**
 * Whether a record stays in this browser when somebody opens the editor. Another person's stays while the
 * server may lack something of it: only its owner gets to see it, but losing it would lose their words.
 */
export const isKept = (
  record: Pick<JournalRecord, "owner" | "at" | "pending" | "conflicts" | "unanswered">,
  owner: string,
  now: number,
): boolean => record.at >= now - KEPT_MS && (record.owner === owner || isUnsent(record));

/** Puts the unsaved changes of earlier windows back into the draft as the server has it now. */
export function putBack(
  server: { draft: Draft; version: number },
  records: readonly JournalRecord[],
): Opened {
  let draft = server.draft;
  const conflicts = new Map<string, Conflict>();
  for (const record of records.toSorted((a, b) => a.at - b.at)) {
    if (!isUnsent(record)) continue;
    // A save may have arrived whose answer was lost.
    const arrived = unansweredOf(record).find((sent) => isSame(sent as Json, server.draft as Json));
    const found = merge(arrived ?? record.base, draftOf(record), draft);
    draft = found.merged as Draft;
    for (const conflict of [...record.conflicts, ...found.conflicts])
      conflicts.set(pointerOf(conflict.path), conflict);
  }
  return {
    base: server.draft,
    version: server.version,
    draft: withKnownSpeakers(draft),
    conflicts: [...conflicts.values()],
    unanswered: records.filter(({ version }) => version === server.version).flatMap(unansweredOf),
  };
}
