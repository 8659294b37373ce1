import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ImportBatch } from "../types";
import type { BatchSender } from "./sender";
import type { LeftFile, UploadBatch } from "./uploadQueue";

/** Windows of one browser: what each sends, and what the next one finds. */

let kept: { batch: UploadBatch; files: LeftFile[] } | null;
const locks = new Set<string>();
let arrived: number[];
/** Lets the files arrive whose names begin with "held". */
let release: () => void;
let held: Promise<void>;
let sealed: number;
const pages: (string | undefined)[] = [];

vi.mock("./uploadQueue", () => ({
  uploadQueue: {
    begin: async (batch: UploadBatch, files: LeftFile[]) => {
      kept = { batch, files: [...files] };
    },
    done: async (_: string, position: number) => {
      if (kept !== null) kept.files = kept.files.filter((file) => file.position !== position);
    },
    end: async () => {
      kept = null;
    },
    left: async (id: string, owner: string) =>
      kept !== null && kept.batch.id === id && kept.batch.owner === owner ? kept : null,
  },
}));
vi.mock("../journal/windows", () => ({
  holdKey: (key: string) => {
    locks.add(key);
    return () => locks.delete(key);
  },
  leftBehind: async (keys: string[]) => new Set(keys.filter((key) => !locks.has(key))),
}));
vi.mock("../api", () => ({
  importsApi: {
    sendFile: async (_: string, position: number, name: string) => {
      if (name.startsWith("held")) await held;
      arrived.push(position);
    },
    seal: async () => {
      sealed += 1;
    },
    files: async (_: string, cursor: string | undefined) => {
      pages.push(cursor);
      const results = arrived.map((position) => ({ position }));
      return cursor === undefined
        ? { results: results.slice(0, 1), nextCursor: "2" }
        : { results: results.slice(1), nextCursor: null };
    },
  },
}));

const counts = (total: number) => ({
  waiting: total,
  importing: 0,
  imported: 0,
  updated: 0,
  skipped: 0,
  changed: 0,
  failed: 0,
  total,
});
const batch = (total = 0): ImportBatch => ({
  id: "b1",
  name: null,
  createdOn: "2026-03-09T12:00:00Z",
  sealed: false,
  finished: false,
  changed: null,
  counts: counts(total),
});
const chosen = (...names: string[]) => ({
  files: names.map((name) => ({ name, file: new File(["abcd"], name) })),
  folder: null,
  leftOut: [],
});
const settle = () => new Promise((resolve) => setTimeout(resolve, 5));

/** As in a window of its own: nothing of an earlier one is in memory. */
async function newWindow() {
  vi.resetModules();
  return import("./senders");
}
const isSender = (found: BatchSender | "elsewhere" | null): BatchSender => {
  if (found === null || found === "elsewhere") throw new Error(`${found}`);
  return found;
};

beforeEach(() => {
  kept = null;
  locks.clear();
  arrived = [];
  sealed = 0;
  held = new Promise((resolve) => {
    release = resolve;
  });
  pages.length = 0;
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("document", { addEventListener: () => undefined, visibilityState: "visible" });
  vi.stubGlobal("navigator", {});
});
afterEach(() => vi.unstubAllGlobals());

test("what a window has begun is sent, sealed and forgotten, and the lock is given back", async () => {
  const { beginSending, senderOf } = await newWindow();
  await beginSending(batch(), "ann", chosen("a.png", "b.png"));
  expect([...locks]).toEqual(["import.b1"]);
  await settle();
  expect([arrived.toSorted(), sealed, kept, locks.size]).toEqual([[0, 1], 1, null, 0]);
  expect(isSender(await senderOf(batch(2), "ann")).snapshot().state.at).toBe("sealed");
});

test("while one window sends, another keeps out of it; once it is closed, the next one asks", async () => {
  const first = await newWindow();
  await first.beginSending(batch(), "ann", chosen("a.png", "held 1.png", "held 2.png", "d.png"));
  await settle();
  const second = await newWindow();
  expect(await second.senderOf(batch(1), "ann")).toBe("elsewhere");
  locks.clear();
  const missing = isSender(await second.senderOf(batch(1), "ann"));
  expect(missing.snapshot().missing.map(({ name }) => name)).toEqual(["held 1.png", "held 2.png", "d.png"]);
  // Waiting for files keeps no other window out.
  expect(locks.size).toBe(0);
  expect(await (await newWindow()).senderOf(batch(1), "bea")).toBeNull();
});

test("what arrived while its answer was lost is not asked for again", async () => {
  const left = ["a.png", "b.png", "c.png"].map((name, position) => ({ position, name, bytes: 4 }));
  kept = { batch: { id: "b1", owner: "ann", files: 3, bytes: 12, at: 1 }, files: left };
  arrived = [0, 2];
  const sender = isSender(await (await newWindow()).senderOf(batch(2), "ann"));
  expect(sender.snapshot().missing.map(({ name }) => name)).toEqual(["b.png"]);
  expect(pages).toEqual([undefined, "2"]);
});

test("where all has arrived and only the end was not said, it is said", async () => {
  kept = { batch: { id: "b1", owner: "ann", files: 2, bytes: 8, at: 1 }, files: [] };
  await (await newWindow()).senderOf(batch(2), "ann");
  await settle();
  expect([sealed, kept, pages]).toEqual([1, null, []]);
});

test("a batch that is sealed, or that this browser does not know, has no sender", async () => {
  const { senderOf } = await newWindow();
  expect(await senderOf({ ...batch(2), sealed: true }, "ann")).toBeNull();
  expect(await senderOf(batch(2), "ann")).toBeNull();
});

test("a window that waits for files keeps out while another sends, and then asks for less", async () => {
  const names = ["held 1.png", "held 2.png", "c.png", "d.png"];
  const left = names.map((name, position) => ({ position, name, bytes: 4 }));
  kept = { batch: { id: "b1", owner: "ann", files: 4, bytes: 16, at: 1 }, files: left };
  const first = await newWindow();
  const second = await newWindow();
  const waiting = isSender(await second.senderOf(batch(), "ann"));
  const sending = isSender(await first.senderOf(batch(), "ann"));
  expect(waiting.snapshot().missing).toHaveLength(4);

  expect(sending.add(chosen("held 1.png", "c.png"))).toBe(2);
  await settle();
  expect(await second.senderOf(batch(1), "ann")).toBe("elsewhere");
  release();
  await settle();
  expect([locks.size, arrived.toSorted()]).toEqual([0, [0, 2]]);

  expect(await second.senderOf(batch(2), "ann")).toBe(waiting);
  expect(waiting.snapshot().missing.map(({ name }) => name)).toEqual(["held 2.png", "d.png"]);
  waiting.finishWithout();
  await settle();
  expect([sealed, arrived.toSorted(), kept]).toEqual([1, [0, 2], null]);
  expect(await first.senderOf({ ...batch(2), sealed: true }, "ann")).toBe(sending);
});

test("while this window sends, it is never taken for another one", async () => {
  const { beginSending, senderOf } = await newWindow();
  await beginSending(batch(), "ann", chosen("held 1.png", "held 2.png"));
  await settle();
  expect([locks.size, isSender(await senderOf(batch(), "ann")).snapshot().state.at]).toEqual([1, "sending"]);
});

test("the screen is kept on once for all, and never after the last file", async () => {
  const granted: (() => void)[] = [];
  let on = 0;
  const grant = () =>
    new Promise((resolve) => {
      granted.push(() => {
        on += 1;
        const release = async () => {
          on -= 1;
        };
        resolve({ released: false, release });
      });
    });
  vi.stubGlobal("navigator", { wakeLock: { request: grant } });
  const { beginSending } = await newWindow();
  await beginSending(batch(), "ann", chosen("held 1.png"));
  await beginSending({ ...batch(), id: "b2" }, "ann", chosen("held 2.png"));
  expect(granted).toHaveLength(1);
  granted[0]?.();
  await settle();
  expect(on).toBe(1);
  release();
  await settle();
  expect([sealed, on]).toEqual([2, 0]);

  await beginSending({ ...batch(), id: "b3" }, "ann", chosen("c.png"));
  await settle();
  expect([sealed, granted.length]).toEqual([3, 2]);
  granted[1]?.();
  await settle();
  expect(on).toBe(0);
});
