import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { FailedRequest } from "../../../api/errors";
import { DraftServer, titled } from "../../../testing/draftServer";
import { SAVE_PAUSE_MS } from "../model/session";
import type { Journal, JournalWrite } from "./database";
import type { JournalRecord } from "./record";

/** Opening, leaving and opening again, in one window after another, with a journal in memory. */

let server: DraftServer;
let records: Map<string, JournalRecord>;
/** What the browser's storage throws when it is read; null: it works. */
let broken: Error | null;

const journal: Journal = {
  list: async (owner, draftId) => {
    if (broken !== null) throw broken;
    return [...records.values()].filter((each) => each.owner === owner && each.draftId === draftId);
  },
  write: async ({ record, replaced }: JournalWrite) => {
    records.set(record.key, record);
    for (const key of replaced) records.delete(key);
  },
  remove: async (key) => void records.delete(key),
  purge: async () => {
    if (broken !== null) throw broken;
  },
};

vi.mock("./database", () => ({ openJournal: async () => journal }));
vi.mock("../api", () => ({
  authoringApi: {
    create: (key: string) => server.create(key),
    read: () => server.read(),
    save: (...sent: Parameters<DraftServer["save"]>) => server.save(...sent),
  },
}));
vi.mock("../../../api/errors", async (original) => ({
  ...(await original<object>()),
  failedConnection: (cause: unknown) => cause as FailedRequest,
}));

/** Locks as a browser holds them. */
function fakeLocks() {
  const held = new Set<string>();
  return {
    request: async (name: string, run: () => Promise<void>) => {
      held.add(name);
      await run();
      held.delete(name);
    },
    query: async () => ({ held: [...held].map((name) => ({ name })) }),
  };
}

const pause = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const kept = () => [...records.values()];

/** As in a window of its own: nothing of an earlier one is in memory. */
async function newWindow() {
  vi.resetModules();
  vi.stubGlobal("navigator", { locks: fakeLocks() });
  const opening = await import("./open");
  return { ...opening, open: (id: string) => opening.openDraft("ann", id, () => undefined) };
}

beforeEach(() => {
  vi.useFakeTimers();
  server = new DraftServer();
  records = new Map();
  broken = null;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("what a closed window has not saved is put back, and its record is replaced", async () => {
  const first = await newWindow();
  server.down = true;
  await expect(first.open("sc1")).rejects.toMatchObject({ status: 0 });
  server.down = false;
  const opened = await first.open("sc1");
  server.down = true;
  opened.session.edit(titled("Fog"));
  await pause(10);
  opened.session.abandon();
  server.down = false;
  const again = await (await newWindow()).open("sc1");
  expect(again.restored).toBe(true);
  await pause(10);
  expect(server.draft.title).toBe("Fog");
  expect(kept()).toMatchObject([{ pending: [], version: 2 }]);
});

test("the steps of all windows that were closed can be taken back", async () => {
  const [first, second] = [await (await newWindow()).open("sc1"), await (await newWindow()).open("sc1")];
  first.session.edit(titled("Fog"));
  await pause(SAVE_PAUSE_MS + 10);
  await second.session.refresh();
  second.session.edit(titled("Fog", { tagline: "By the sea" }));
  await pause(SAVE_PAUSE_MS + 10);
  first.session.abandon();
  second.session.abandon();
  const { session } = await (await newWindow()).open("sc1");
  session.undo();
  expect(session.snapshot().draft).toEqual(titled("Fog"));
  session.undo();
  expect(session.snapshot().draft).toEqual(titled(""));
});

test("a draft that was left without a line is taken over when it is opened again", async () => {
  const page = await newWindow();
  const opened = await page.open("sc1");
  opened.session.edit(titled("Fog"));
  server.down = true;
  opened.close();
  await pause(10);
  server.down = false;
  const again = await page.open("sc1");
  expect(again.restored).toBe(true);
  expect(again.session.snapshot().draft.title).toBe("Fog");
  await pause(60_000);
  expect(server.saves).toBe(1);
  expect(kept()).toHaveLength(1);
});

test("a new draft that was left before it was created does not come back under the next one", async () => {
  const page = await newWindow();
  const opened = await page.open("new");
  opened.session.edit(titled("Fog"));
  opened.close();
  const next = await page.open("new");
  expect(next.restored).toBe(false);
  expect(next.session.snapshot().draft.title).toBe("");
  expect(await page.sendLeft()).toBe(true);
  expect(server.draft.title).toBe("Fog");
  expect(await page.hasUnsentNew("ann")).toBe(false);
  expect((await (await newWindow()).open("new")).restored).toBe(false);
});

test("a new draft that was left without a line is found again and sent when the line is back", async () => {
  const page = await newWindow();
  const opened = await page.open("new");
  server.down = true;
  opened.session.edit(titled("Fog"));
  opened.close();
  expect(await page.sendLeft()).toBe(true);
  expect(await page.hasUnsentNew("ann")).toBe(true);
  expect(await page.hasUnsentNew("bela")).toBe(false);
  const again = await page.open("new");
  expect(again.restored).toBe(true);
  server.down = false;
  await pause(SAVE_PAUSE_MS + 2_000);
  expect(server.created).toHaveLength(1);
  expect(server.draft.title).toBe("Fog");
  expect(kept()).toMatchObject([{ draftId: "sc1", pending: [] }]);
});

test("a new draft whose window was closed at once is found, and goes when it is discarded", async () => {
  const opened = await (await newWindow()).open("new");
  server.down = true;
  opened.session.edit(titled("Fog"));
  await pause(10);
  opened.session.abandon();
  const page = await newWindow();
  expect(await page.hasUnsentNew("ann")).toBe(true);
  await page.discardUnsentNew("bela");
  expect(await page.hasUnsentNew("ann")).toBe(true);
  await page.discardUnsentNew("ann");
  expect(await page.hasUnsentNew("ann")).toBe(false);
  expect((await page.open("new")).restored).toBe(false);
});

test("a new draft that was left in this window is sent no more once it is discarded", async () => {
  const page = await newWindow();
  const opened = await page.open("new");
  server.down = true;
  opened.session.edit(titled("Fog"));
  opened.close();
  await pause(10);
  await page.discardUnsentNew("ann");
  server.down = false;
  await pause(60_000);
  expect(server.created).toEqual([]);
  expect(kept()).toEqual([]);
});

test("a broken storage does not lock the author out", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  broken = new DOMException("The connection was closed", "InvalidStateError");
  const page = await newWindow();
  const opened = await page.open("sc1");
  expect(opened.session.snapshot().unsafe).toBe(true);
  expect(warn).toHaveBeenCalledOnce();
  opened.close();
  // It is opened anew for the next draft.
  broken = null;
  expect((await page.open("sc1")).session.snapshot().unsafe).toBe(false);
});
