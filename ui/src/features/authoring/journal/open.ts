import { failedConnection } from "../../../api/errors";
import { randomId } from "../../../lib/random-id";
import { flushFields } from "../../../lib/useFlush";
import { authoringApi } from "../api";
import { joinedHistory } from "../model/carried";
import { emptyDraft } from "../model/draft";
import { NO_HISTORY } from "../model/history";
import { DraftSession } from "../model/session";
import type { SessionStart } from "../model/sessionTypes";
import type { Draft, DraftStatus } from "../types";
import { type Journal, openJournal } from "./database";
import { JournalPen } from "./pen";
import { draftOf, type JournalRecord, NEW, putBack } from "./record";
import { holdKey, leftBehind } from "./windows";

let opening: Promise<Journal | null> | null = null;

/** Whatever is wrong with this browser's storage: the draft opens without it, and says that it is unsafe. */
function withoutJournal(cause: unknown): null {
  console.warn("This browser keeps no unsaved changes", cause);
  return null;
}

const reopenNextTime = () => {
  opening = null;
};

/** This browser's journal; null where it keeps nothing. */
function journalHere(): Promise<Journal | null> {
  opening ??= openJournal(reopenNextTime).catch(withoutJournal);
  return opening;
}

export interface OpenDraft {
  readonly session: DraftSession;
  /** Whether changes of an earlier window were put back that were not saved. */
  readonly restored: boolean;
  readonly close: () => void;
}

/**
 * Opens a draft, with what earlier windows of this browser have not saved and with their steps to take back.
 * Rejects if the server has no such draft, or cannot be reached and nothing is kept here.
 */
export async function openDraft(
  owner: string,
  draftId: string,
  onCreated: (id: string) => void,
): Promise<OpenDraft> {
  const taken = takeOver(owner, draftId);
  const { journal, records } = await kept(owner, draftId, taken);
  const { replaced, start } = draftId === NEW ? startNew(records) : await startStored(draftId, records);
  const keys = replaced.map(({ key }) => key);
  const pen = journal === null ? null : new JournalPen(journal, owner, keys);
  const release = pen === null ? () => {} : holdKey(pen.key);
  const session = new DraftSession(start, {
    api: authoringApi,
    pen,
    failureOf: failedConnection,
    onCreated,
    flush: flushFields,
    now: () => Date.now(),
  });
  return {
    session,
    restored: replaced.some(({ pending }) => pending.length > 0),
    close: () => {
      leaving.set(session, { owner, key: pen?.key ?? null });
      void session.close().then(() => {
        leaving.delete(session);
        release();
      });
    },
  };
}

/** Drafts whose editor was left in this window while something was still to be sent. */
const leaving = new Map<DraftSession, { readonly owner: string; readonly key: string | null }>();

/**
 * Stops what this window still tries to send of a draft, because it is opened again. Answers the keys of the
 * records that are free now. A new draft whose save is under way goes on: the next one is another.
 */
function takeOver(owner: string, draftId: string): Set<string> {
  const keys = new Set<string>();
  for (const [session, { owner: author, key }] of leaving) {
    const { id, save, unsafe } = session.snapshot();
    const isOnItsWay = id === null && save.at === "saving";
    // What is not in the journal would be lost.
    if (key === null || unsafe || author !== owner || (id ?? NEW) !== draftId || isOnItsWay) continue;
    session.abandon();
    keys.add(key);
  }
  return keys;
}

interface Kept {
  readonly journal: Journal | null;
  /** What windows left behind that are closed by now, the latest last. */
  readonly records: readonly JournalRecord[];
}

/** `free`: keys that count as left behind although their locks may still be held. */
async function kept(owner: string, draftId: string, free: ReadonlySet<string>): Promise<Kept> {
  const journal = await journalHere();
  if (journal === null) return { journal, records: [] };
  try {
    await journal.purge(owner, Date.now());
    const records = await journal.list(owner, draftId);
    const left = await leftBehind(records.map(({ key }) => key));
    return {
      journal,
      records: records.filter(({ key }) => left.has(key) || free.has(key)).toSorted((a, b) => a.at - b.at),
    };
  } catch (cause) {
    reopenNextTime();
    return { journal: withoutJournal(cause), records: [] };
  }
}

/** Waits until this window has tried to send the drafts that were left. Resolves to whether there are any. */
export async function sendLeft(): Promise<boolean> {
  const sessions = [...leaving.keys()];
  await Promise.all(sessions.map((session) => session.saved()));
  return sessions.length > 0;
}

/** The new draft that would be opened again: the latest that has not reached the server. */
const latestUnsent = (records: readonly JournalRecord[]): JournalRecord | undefined =>
  records.findLast(({ pending }) => pending.length > 0);

/** Whether this browser keeps a new draft that has not reached the server and that no window has open. */
export async function hasUnsentNew(owner: string): Promise<boolean> {
  const left = [...leaving.values()].flatMap(({ key }) => key ?? []);
  const { records } = await kept(owner, NEW, new Set(left));
  return latestUnsent(records) !== undefined;
}

/** Drops the new draft that would be opened again. */
export async function discardUnsentNew(owner: string): Promise<void> {
  const { journal, records } = await kept(owner, NEW, takeOver(owner, NEW));
  const last = latestUnsent(records);
  if (last !== undefined) await journal?.remove(last.key);
}

interface Start {
  readonly start: SessionStart;
  /** The records that went into it. */
  readonly replaced: readonly JournalRecord[];
}

/** A new draft: an empty one, or the latest that was begun here and did not reach the server. */
function startNew(records: readonly JournalRecord[]): Start {
  const last = latestUnsent(records);
  const base = emptyDraft();
  return {
    replaced: last === undefined ? [] : [last],
    start: {
      id: null,
      status: null,
      base,
      version: 0,
      draft: last === undefined ? base : draftOf(last),
      conflicts: [],
      unanswered: [],
      history: last?.history ?? NO_HISTORY,
      createKey: last?.createKey ?? randomId(),
    },
  };
}

async function startStored(id: string, records: readonly JournalRecord[]): Promise<Start> {
  const last = records.at(-1);
  const startWith = (stored: { draft: Draft; version: number }, status: DraftStatus | null): Start => {
    const opened = putBack(stored, records);
    const windows = records.map((each) => ({ draft: draftOf(each), history: each.history }));
    const history = joinedHistory(opened.draft, windows);
    return {
      replaced: records,
      start: { ...opened, id, history, createKey: last?.createKey ?? randomId(), status },
    };
  };
  try {
    const view = await authoringApi.read(id);
    return startWith(view, view);
  } catch (cause) {
    const isUnreachable = failedConnection(cause).status === 0;
    if (last === undefined || !isUnreachable) throw cause;
    return startWith({ draft: last.base, version: last.version }, null);
  }
}
