import { answer, finished } from "../../../lib/indexedDb";
import type { Step } from "../model/history";
import type { Draft } from "../types";
import { isKept, type JournalRecord } from "./record";

/** A record as it is stored: its draft and its steps, which are large and change seldom, stand beside it. */
interface StoredRecord extends Omit<JournalRecord, "base" | "history"> {
  readonly undo: readonly number[];
  readonly redo: readonly number[];
}

/** One write, all of it or nothing. */
export interface JournalWrite {
  readonly record: JournalRecord;
  /** Whether the server's draft is another one than at the last write. */
  readonly hasNewBase: boolean;
  readonly newSteps: readonly Step[];
  readonly goneSteps: readonly number[];
  /** Keys of other records, whose contents are in this one by now: they go in the same write. */
  readonly replaced: readonly string[];
}

/** Where records are kept. */
export interface Journal {
  /** The records of a person's draft. */
  list(owner: string, draftId: string): Promise<JournalRecord[]>;
  write(write: JournalWrite): Promise<void>;
  remove(key: string): Promise<void>;
  /** Removes what need not be kept any more when this person opens the editor (`isKept`). */
  purge(owner: string, now: number): Promise<void>;
}

const NAME = "dramatis.authoring";
const RECORDS = "records";
const BASES = "bases";
const STEPS = "steps";
const ALL = [RECORDS, BASES, STEPS];

/** Serial numbers of all steps of one record. */
const stepsOf = (key: string) => IDBKeyRange.bound([key, 0], [key, Number.MAX_SAFE_INTEGER]);

function removeIn(transaction: IDBTransaction, key: string): void {
  transaction.objectStore(RECORDS).delete(key);
  transaction.objectStore(BASES).delete(key);
  transaction.objectStore(STEPS).delete(stepsOf(key));
}

async function complete(transaction: IDBTransaction, stored: StoredRecord): Promise<JournalRecord | null> {
  const { undo, redo, ...record } = stored;
  const [base, steps] = await Promise.all([
    answer<Draft | undefined>(transaction.objectStore(BASES).get(stored.key)),
    answer<Step[]>(transaction.objectStore(STEPS).getAll(stepsOf(stored.key))),
  ]);
  if (base === undefined) return null;
  const bySerial = new Map(steps.map((step) => [step.serial, step]));
  const found = (serials: readonly number[]) =>
    serials.flatMap((serial) => {
      const step = bySerial.get(serial);
      return step === undefined ? [] : [step];
    });
  return { ...record, base, history: { undo: found(undo), redo: found(redo) } };
}

/**
 * Opens this browser's journal. Rejects where the browser keeps nothing, as in some private windows. `onLost`
 * is called when the browser closes it, after which it has to be opened again.
 */
export async function openJournal(onLost: () => void): Promise<Journal> {
  const opening = indexedDB.open(NAME, 1);
  opening.onupgradeneeded = () => {
    const database = opening.result;
    database.createObjectStore(RECORDS, { keyPath: "key" }).createIndex("draft", ["owner", "draftId"]);
    database.createObjectStore(BASES);
    database.createObjectStore(STEPS);
  };
  const database = await answer(opening);
  database.onclose = onLost;
  const begin = (mode: IDBTransactionMode) => database.transaction(ALL, mode);
  return {
    list: async (owner, draftId) => {
      const transaction = begin("readonly");
      const index = transaction.objectStore(RECORDS).index("draft");
      const stored = await answer<StoredRecord[]>(index.getAll([owner, draftId]));
      const records = await Promise.all(stored.map((each) => complete(transaction, each)));
      return records.filter((record) => record !== null);
    },
    write: async ({ record, hasNewBase, newSteps, goneSteps, replaced }) => {
      const transaction = begin("readwrite");
      const { base, history, ...rest } = record;
      const serials = (steps: readonly Step[]) => steps.map(({ serial }) => serial);
      const stored = { ...rest, undo: serials(history.undo), redo: serials(history.redo) };
      transaction.objectStore(RECORDS).put(stored);
      if (hasNewBase) transaction.objectStore(BASES).put(base, record.key);
      const steps = transaction.objectStore(STEPS);
      for (const step of newSteps) steps.put(step, [record.key, step.serial]);
      for (const serial of goneSteps) steps.delete([record.key, serial]);
      for (const key of replaced) removeIn(transaction, key);
      return finished(transaction);
    },
    remove: async (key) => {
      const transaction = begin("readwrite");
      removeIn(transaction, key);
      return finished(transaction);
    },
    purge: async (owner, now) => {
      const transaction = begin("readwrite");
      const all = await answer<StoredRecord[]>(transaction.objectStore(RECORDS).getAll());
      for (const record of all) if (!isKept(record, owner, now)) removeIn(transaction, record.key);
      return finished(transaction);
    },
  };
}
