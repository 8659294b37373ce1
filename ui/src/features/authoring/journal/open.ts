import { failedConnection } from "../../../api/errors";
import { randomId } from "../../../lib/random-id";
import { authoringApi } from "../api";
import { emptyDraft } from "../model/draft";
import { NO_HISTORY } from "../model/history";
import { DraftSession, type SessionStart } from "../model/session";
import { type Journal, openJournal } from "./database";
import { JournalPen } from "./pen";
import { draftOf, type JournalRecord, NEW, putBack } from "./record";
import { holdKey, leftBehind } from "./windows";

/** How long what nobody opens again is kept in this browser, in milliseconds: 60 days. */
const KEPT_MS = 60 * 24 * 60 * 60 * 1_000;

let opening: Promise<Journal | null> | null = null;

/** This browser's journal; null where it keeps nothing. */
function journalHere(): Promise<Journal | null> {
  opening ??= openJournal().catch((cause: unknown) => {
    console.warn("This browser keeps no unsaved changes", cause);
    return null;
  });
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
  const journal = await journalHere();
  await journal?.purge(owner, Date.now() - KEPT_MS);
  const records = await recordsLeft(journal, owner, draftId);
  const { taken, start } = draftId === NEW ? startNew(records) : await startStored(draftId, records);
  const pen = journal === null ? null : new JournalPen(journal, owner);
  const release = pen === null ? () => {} : holdKey(pen.key);
  const session = new DraftSession(start, {
    api: authoringApi,
    pen,
    failureOf: failedConnection,
    onCreated,
    now: () => Date.now(),
  });
  // Only once the new record stands is what it holds removed.
  void pen?.settled.then(() => Promise.all(taken.map(({ key }) => journal?.remove(key))));
  return {
    session,
    restored: taken.some(({ pending }) => pending.length > 0),
    close: () => {
      session.close();
      release();
    },
  };
}

/** What windows left behind that are closed by now, the latest last. */
async function recordsLeft(
  journal: Journal | null,
  owner: string,
  draftId: string,
): Promise<JournalRecord[]> {
  const records = (await journal?.list(owner, draftId)) ?? [];
  const left = await leftBehind(records.map(({ key }) => key));
  return records.filter(({ key }) => left.has(key)).toSorted((a, b) => a.at - b.at);
}

interface Start {
  readonly start: SessionStart;
  /** The records that went into it. */
  readonly taken: readonly JournalRecord[];
}

/** A new draft: an empty one, or the latest that was begun here and did not reach the server. */
function startNew(records: readonly JournalRecord[]): Start {
  const last = records.findLast(({ pending }) => pending.length > 0);
  const base = emptyDraft();
  return {
    taken: last === undefined ? [] : [last],
    start: {
      id: null,
      status: null,
      base,
      version: 0,
      draft: last === undefined ? base : draftOf(last),
      conflicts: [],
      history: last?.history ?? NO_HISTORY,
      createKey: last?.createKey ?? randomId(),
    },
  };
}

async function startStored(id: string, records: readonly JournalRecord[]): Promise<Start> {
  const last = records.at(-1);
  const rest = {
    id,
    history: last?.history ?? NO_HISTORY,
    createKey: last?.createKey ?? randomId(),
  };
  try {
    const view = await authoringApi.read(id);
    return { taken: records, start: { ...rest, ...putBack(view, records), status: view } };
  } catch (cause) {
    const isUnreachable = failedConnection(cause).status === 0;
    if (last === undefined || !isUnreachable) throw cause;
    const kept = { draft: last.base, version: last.version };
    return { taken: records, start: { ...rest, ...putBack(kept, records), status: null } };
  }
}
