import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { failedAnswer } from "../../../api/errors";
import { refusal } from "../../../testing/api";
import { DraftServer, openSession, titled, viewOf } from "../../../testing/draftServer";
import { type JournalRecord, putBack } from "../journal/record";
import { emptyDraft, newActor } from "./draft";
import { NO_HISTORY } from "./history";
import { type DraftSession, SAVE_PAUSE_MS } from "./session";
import type { SessionStart } from "./sessionTypes";

let server: DraftServer;

const openWith = (start: Partial<SessionStart> = {}) => openSession(server, start);
const pause = (ms = SAVE_PAUSE_MS) => vi.advanceTimersByTimeAsync(ms);
const stateOf = (session: DraftSession) => session.snapshot().save.at;

beforeEach(() => {
  vi.useFakeTimers();
  server = new DraftServer();
});
afterEach(() => vi.useRealTimers());

test("typing is kept at once and saved after a pause", async () => {
  const session = openWith();
  session.edit(titled("F"));
  session.edit(titled("Fog"));
  expect(server.kept?.pending).toMatchObject([{ kind: "text", inserted: "Fog" }]);
  expect(stateOf(session)).toBe("waiting");
  await pause(SAVE_PAUSE_MS - 1);
  expect(server.saves).toBe(0);
  await pause(1);
  expect(server.draft.title).toBe("Fog");
  expect(stateOf(session)).toBe("saved");
  expect(server.kept).toMatchObject({ version: 2, pending: [] });
  expect(session.snapshot().version).toBe(2);
  expect(session.snapshot().missing).toEqual([{ path: ["title"], message: "Give the scenario a title." }]);
});

test("who types on and on is saved all the same", async () => {
  const session = openWith();
  for (let count = 1; count <= 12; count += 1) {
    session.edit(titled("x".repeat(count)));
    await pause(500);
  }
  expect(server.draft.title.length).toBeGreaterThan(8);
});

test("a new draft is created with the first letter, once, though the answer is lost", async () => {
  const session = openWith({ id: null, version: 0, status: null });
  await pause(60_000);
  expect(server.created).toEqual([]);
  server.down = true;
  session.edit(titled("F"));
  await pause();
  expect(stateOf(session)).toBe("offline");
  session.edit(titled("Fog"));
  server.down = false;
  await pause(5_000);
  expect(server.created).toEqual(["key"]);
  expect(server.named).toEqual(["sc1"]);
  expect(server.draft.title).toBe("Fog");
  expect(server.kept?.draftId).toBe("sc1");
});

test("without a connection nothing is lost, and it is tried again", async () => {
  const session = openWith();
  server.down = true;
  session.edit(titled("Fog"));
  await pause(20_000);
  expect(stateOf(session)).toBe("offline");
  server.down = false;
  await pause(30_000);
  expect(server.draft.title).toBe("Fog");
  expect(stateOf(session)).toBe("saved");
});

test("another window's change of another field is merged, and both are stored", async () => {
  const session = openWith();
  server.draft = titled("", { tagline: "By the sea" });
  server.version = 7;
  session.edit(titled("Fog"));
  await pause();
  await pause(10);
  expect(server.draft).toEqual(titled("Fog", { tagline: "By the sea" }));
  expect(session.snapshot().draft).toEqual(server.draft);
  expect(stateOf(session)).toBe("saved");
});

test("edits at two ends of one text are both stored, without a question", async () => {
  server.draft = titled("Fog", { setting: "A harbour town." });
  const session = openWith();
  server.draft = titled("Fog", { setting: "Dusk. A harbour town." });
  server.version = 2;
  session.edit(titled("Fog", { setting: "A harbour town. It rains." }));
  await pause();
  await pause(10);
  expect(server.draft.setting).toBe("Dusk. A harbour town. It rains.");
  expect(stateOf(session)).toBe("saved");
});

test("what a field still holds is merged with another window's change of its text", async () => {
  server.draft = titled("Fog", { setting: "A harbour town." });
  const session = openWith();
  server.flush = () => session.update((draft) => ({ ...draft, setting: "A harbour town. It rains." }));
  server.draft = titled("Fog", { setting: "Dusk. A harbour town." });
  server.version = 2;
  await session.refresh();
  expect(session.snapshot().draft.setting).toBe("Dusk. A harbour town. It rains.");
});

test("a text changed in two windows is not saved before somebody has chosen", async () => {
  const session = openWith();
  server.draft = titled("Mist");
  server.version = 2;
  session.edit(titled("Fog"));
  await pause(60_000);
  expect(stateOf(session)).toBe("conflict");
  expect(server.draft.title).toBe("Mist");
  expect(server.kept?.conflicts).toMatchObject([{ path: ["title"], mine: "Fog", theirs: "Mist" }]);
  // Other fields can be written meanwhile; they are kept, not saved.
  session.edit(titled("Fog", { setting: "A harbour" }));
  await pause(10_000);
  expect(server.draft.setting).toBe("");
  const [conflict] = session.snapshot().conflicts;
  if (conflict === undefined) throw new Error("no conflict");
  session.resolve(conflict, "Mist and fog");
  await pause();
  expect(server.draft).toMatchObject({ title: "Mist and fog", setting: "A harbour" });
  session.undo();
  expect(session.snapshot().draft.title).toBe("Fog");
});

test("a refused field is marked and keeps its text; the rest is saved", async () => {
  server.refuse = ({ title }) =>
    title.length > 120
      ? refusal(422, "VALIDATION_FAILED", { errors: [{ pointer: "/title", message: "Too long." }] as never })
      : null;
  const session = openWith();
  const long = "x".repeat(130);
  session.edit(titled(long, { tagline: "By the sea" }));
  await pause();
  expect(server.draft).toEqual(titled("", { tagline: "By the sea" }));
  expect(session.snapshot().draft.title).toBe(long);
  expect(session.snapshot().problems.get("/title")).toBe("Too long.");
  expect(stateOf(session)).toBe("refused");
  session.edit(titled("Fog", { tagline: "By the sea" }));
  expect(session.snapshot().problems.size).toBe(0);
  await pause();
  expect(server.draft.title).toBe("Fog");
});

test("steps are taken back and done again, and the result is saved", async () => {
  const session = openWith();
  session.edit(titled("Fog"));
  await pause(5_000);
  session.edit(titled("Fog", { rating: "mature" }));
  expect(session.undo()?.map(({ path }) => path)).toEqual([["rating"]]);
  session.undo();
  expect(session.undo()).toBeNull();
  await pause();
  expect(server.draft).toEqual(emptyDraft());
  session.redo();
  await pause();
  expect(server.draft.title).toBe("Fog");
});

test("what is in the trash is not changed", async () => {
  server.refuse = () => refusal(409, "DRAFT_IN_TRASH");
  const session = openWith();
  session.edit(titled("Fog"));
  await pause();
  expect(stateOf(session)).toBe("trashed");
  session.edit(titled("Mist"));
  expect(session.snapshot().draft.title).toBe("Fog");
  server.refuse = null;
  session.reopened(viewOf(server.version, server.draft));
  await pause();
  expect(server.draft.title).toBe("Fog");
});

test("what another window changes, deletes and restores is seen when the page is looked at again", async () => {
  const session = openWith();
  server.draft = titled("Mist");
  server.version = 2;
  await session.refresh();
  expect(session.snapshot().draft.title).toBe("Mist");
  server.deletedOn = "2026-03-02T00:00:00Z";
  server.version = 3;
  await session.refresh();
  expect(stateOf(session)).toBe("trashed");
  server.deletedOn = null;
  server.version = 4;
  await session.refresh();
  expect(stateOf(session)).toBe("saved");
  server.gone = true;
  await session.refresh();
  expect(stateOf(session)).toBe("gone");
});

test("a failure that trying again does not cure says why", async () => {
  server.refuse = () => failedAnswer(413, { message: "A scenario can have up to 5 bytes." });
  const session = openWith();
  session.edit(titled("Fog"));
  await pause();
  expect(session.snapshot().save).toEqual({ at: "failed", message: "A scenario can have up to 5 bytes." });
});

test("unsaved changes of a window that is gone are put back onto what the server has now", () => {
  const actor = { ...newActor(), id: "imre" };
  const base = titled("Fog", { actors: [actor] });
  const record = (pending: JournalRecord["pending"], at: number): JournalRecord => ({
    key: `w${at}`,
    owner: "ann",
    draftId: "sc1",
    at,
    version: 1,
    base,
    pending,
    unanswered: [],
    conflicts: [],
    history: NO_HISTORY,
    createKey: "key",
  });
  const typed = {
    kind: "text",
    path: ["actors", "@imre", "voice"],
    at: 0,
    removed: "",
    inserted: "Low.",
  } as const;
  const retitled = { kind: "text", path: ["title"], at: 0, removed: "Fog", inserted: "Mist" } as const;
  const server = { version: 4, draft: titled("Fog", { actors: [actor], tagline: "By the sea" }) };
  const opened = putBack(server, [record([typed], 1), record([retitled], 2)]);
  expect(opened.draft).toEqual(
    titled("Mist", { actors: [{ ...actor, voice: "Low." }], tagline: "By the sea" }),
  );
  expect(opened.conflicts).toEqual([]);
  const elsewhere = { version: 5, draft: titled("Haze", { actors: [actor] }) };
  expect(putBack(elsewhere, [record([retitled], 2)]).conflicts).toMatchObject([
    { path: ["title"], mine: "Mist", theirs: "Haze" },
  ]);
});
