import { answer, finished } from "../../../lib/indexedDb";

/**
 * Which files of an import this browser still has to send: their names, not the files, which no browser
 * keeps. After a reload somebody chooses them again.
 */

/** A file that has not been sent. */
export interface LeftFile {
  /** Its place in the batch, from 0. */
  readonly position: number;
  readonly name: string;
  readonly bytes: number;
}

/** A batch that was begun in this browser. */
export interface UploadBatch {
  readonly id: string;
  /** The person whose import it is. */
  readonly owner: string;
  /** How many files it has. */
  readonly files: number;
  readonly bytes: number;
  /** When it was begun, in milliseconds since 1970. */
  readonly at: number;
}

/** Where that is kept. */
export interface UploadQueue {
  begin(batch: UploadBatch, files: readonly LeftFile[]): Promise<void>;
  /** One file need not be sent any more. */
  done(id: string, position: number): Promise<void>;
  /** Nothing more will be sent. */
  end(id: string): Promise<void>;
  /** The batch with what is left of it; null if it was not begun here by this person, or has ended. */
  left(id: string, owner: string): Promise<{ batch: UploadBatch; files: LeftFile[] } | null>;
}

const NAME = "dramatis.imports";
const BATCHES = "batches";
const FILES = "files";
/** The server keeps a batch for 30 days. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1_000;

const filesOf = (id: string) => IDBKeyRange.bound([id, 0], [id, Number.MAX_SAFE_INTEGER]);

function removeIn(transaction: IDBTransaction, id: string): void {
  transaction.objectStore(BATCHES).delete(id);
  transaction.objectStore(FILES).delete(filesOf(id));
}

async function open(): Promise<IDBDatabase> {
  const opening = indexedDB.open(NAME, 1);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore(BATCHES, { keyPath: "id" });
    opening.result.createObjectStore(FILES);
  };
  return answer(opening);
}

let opening: Promise<IDBDatabase> | null = null;

async function begin(mode: IDBTransactionMode): Promise<IDBTransaction> {
  opening ??= open();
  const database = await opening.catch((cause: unknown) => {
    opening = null;
    throw cause;
  });
  database.onclose = () => {
    opening = null;
  };
  return database.transaction([BATCHES, FILES], mode);
}

/** Where the browser keeps nothing, as in some private windows, a reload loses the list; sending goes on. */
async function orWithout<T>(work: () => Promise<T>, without: T): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    console.warn("This browser keeps no list of files to send", cause);
    return without;
  }
}

export const uploadQueue: UploadQueue = {
  begin: (batch, files) =>
    orWithout(async () => {
      const transaction = await begin("readwrite");
      // All requests are made before anything is awaited: a transaction without any closes by itself.
      const done = finished(transaction);
      const known = transaction.objectStore(BATCHES).getAll();
      known.onsuccess = () => {
        for (const each of known.result as UploadBatch[])
          if (each.owner !== batch.owner || batch.at - each.at > KEPT_MS) removeIn(transaction, each.id);
      };
      transaction.objectStore(BATCHES).put(batch);
      for (const file of files) transaction.objectStore(FILES).put(file, [batch.id, file.position]);
      await done;
    }, undefined),
  done: (id, position) =>
    orWithout(async () => {
      const transaction = await begin("readwrite");
      transaction.objectStore(FILES).delete([id, position]);
      await finished(transaction);
    }, undefined),
  end: (id) =>
    orWithout(async () => {
      const transaction = await begin("readwrite");
      removeIn(transaction, id);
      await finished(transaction);
    }, undefined),
  left: (id, owner) =>
    orWithout(async () => {
      const transaction = await begin("readonly");
      const [batch, files] = await Promise.all([
        answer<UploadBatch | undefined>(transaction.objectStore(BATCHES).get(id)),
        answer<LeftFile[]>(transaction.objectStore(FILES).getAll(filesOf(id))),
      ]);
      return batch === undefined || batch.owner !== owner ? null : { batch, files };
    }, null),
};
