import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { failedAnswer } from "../../../api/errors";
import { refusal } from "../../../testing/api";
import { DraftServer, openSession, titled, viewOf } from "../../../testing/draftServer";
import { type JournalRecord, putBack } from "../journal/record";
import { emptyDraft } from "./draft";
import { type DraftSession, SAVE_PAUSE_MS } from "./session";

/** Saving where something is in the way: the editor is left, answers are lost, fields are refused. */

let server: DraftServer;

const pause = (ms = SAVE_PAUSE_MS) => vi.advanceTimersByTimeAsync(ms);
const stateOf = (session: DraftSession) => session.snapshot().save.at;

/** Makes the server's next answers wait until the function is called. */
function slowDown(): () => void {
  let go = () => {};
  server.slow = new Promise((resolve) => {
    go = () => {
      server.slow = null;
      resolve();
    };
  });
  return go;
}

/** Closes a session; `left` says whether it is done. */
function close(session: DraftSession): { left: boolean } {
  const closed = { left: false };
  void session.close().then(() => {
    closed.left = true;
  });
  return closed;
}

beforeEach(() => {
  vi.useFakeTimers();
  server = new DraftServer();
});
afterEach(() => vi.useRealTimers());

test("what is typed during a save is sent although the editor is left before the answer", async () => {
  const session = openSession(server);
  const answer = slowDown();
  session.edit(titled("F"));
  await pause();
  session.edit(titled("Fog"));
  const closed = close(session);
  await pause(10);
  expect(closed.left).toBe(false);
  answer();
  await pause(10);
  expect(server.draft.title).toBe("Fog");
  expect(closed.left).toBe(true);
  expect(server.kept).toMatchObject({ version: 3, pending: [] });
});

test("the last save is repeated: after another window's change, and when the line is back", async () => {
  const session = openSession(server);
  session.edit(titled("Fog"));
  server.version = 5;
  server.draft = titled("", { tagline: "By the sea" });
  const closed = close(session);
  await pause(10);
  expect(server.draft).toEqual(titled("Fog", { tagline: "By the sea" }));
  expect(closed.left).toBe(true);

  const second = openSession(server);
  server.down = true;
  second.edit(titled("Mist"));
  const later = close(second);
  await pause(60_000);
  expect(later.left).toBe(false);
  server.down = false;
  await pause(30_000);
  expect(server.draft.title).toBe("Mist");
  expect(later.left).toBe(true);
});

test("a new draft left before it was created is kept under its id, and the address stays", async () => {
  const session = openSession(server, { id: null, version: 0, status: null });
  const answer = slowDown();
  session.edit(titled("Fog"));
  const closed = close(session);
  await pause(10);
  expect(server.kept?.draftId).toBe("new");
  answer();
  await pause(10);
  expect(closed.left).toBe(true);
  expect(server.draft.title).toBe("Fog");
  expect(server.kept).toMatchObject({ draftId: "sc1", pending: [] });
  expect(server.named).toEqual([]);
});

test("a session whose draft another one took over sends and keeps nothing more", async () => {
  const session = openSession(server);
  server.down = true;
  session.edit(titled("Fog"));
  const closed = close(session);
  await pause(10);
  session.abandon();
  server.kept = null;
  server.down = false;
  await pause(60_000);
  expect(closed.left).toBe(true);
  expect(server.saves).toBe(0);
  expect(server.kept).toBeNull();
});

test("a save whose answer was lost is no conflict with oneself, whichever try has arrived", async () => {
  const session = openSession(server);
  server.mute = true;
  session.edit(titled("Fog"));
  await pause();
  expect(stateOf(session)).toBe("offline");
  expect(server.kept?.unanswered).toHaveLength(1);
  server.mute = false;
  server.down = true;
  session.edit(titled("Fog over"));
  await pause();
  session.edit(titled("Mist over the pier"));
  await pause();
  server.down = false;
  await pause(30_000);
  expect(session.snapshot().conflicts).toEqual([]);
  expect(server.draft.title).toBe("Mist over the pier");
  expect(server.kept?.unanswered).toEqual([]);
});

test("what was undone after a save whose answer was lost is undone at the server", async () => {
  const session = openSession(server);
  server.mute = true;
  session.edit(titled("Fog"));
  await pause();
  server.mute = false;
  session.undo();
  await pause(10_000);
  expect(server.draft).toEqual(emptyDraft());
  expect(stateOf(session)).toBe("saved");
});

test("a window that is closed during a save does not conflict with what it sent", async () => {
  const session = openSession(server);
  const answer = slowDown();
  session.edit(titled("Fog"));
  await pause();
  session.edit(titled("Mist"));
  const record = { ...server.kept, key: "w1", owner: "ann" } as JournalRecord;
  const before = viewOf(server.version, server.draft);
  answer();
  session.abandon();
  await pause(10);
  expect(server.draft.title).toBe("Fog");
  expect(putBack(server, [record])).toMatchObject({ draft: titled("Mist"), conflicts: [], unanswered: [] });

  // The same if the save arrives only after the draft was opened again.
  const opened = putBack(before, [record]);
  const second = openSession(server, opened);
  await pause(10);
  expect(second.snapshot().conflicts).toEqual([]);
  expect(server.draft.title).toBe("Mist");
});

test("a token that ran out while the line is down is tried again", async () => {
  let expired = true;
  server.refuse = () => (expired ? failedAnswer(401, null) : null);
  const session = openSession(server);
  session.edit(titled("Fog"));
  await pause();
  expect(stateOf(session)).toBe("offline");
  expired = false;
  await pause(5_000);
  expect(server.draft.title).toBe("Fog");
});

test("saved waits for what is under way, and tells whether everything is stored", async () => {
  const session = openSession(server);
  const answer = slowDown();
  session.edit(titled("F"));
  await pause();
  session.edit(titled("Fog"));
  const saved = session.saved();
  answer();
  expect(await saved).toBe(true);
  expect(server.draft.title).toBe("Fog");
  server.down = true;
  session.edit(titled("Mist"));
  expect(await session.saved()).toBe(false);
});

test("a new draft is discarded with what is kept of it; a stored one is not", async () => {
  const session = openSession(server, { id: null, version: 0, status: null });
  session.edit(titled("Fog"));
  expect(session.discard()).toBe(true);
  await close(session);
  await pause(60_000);
  expect(server.created).toEqual([]);
  expect(server.kept).toBeNull();
  expect(openSession(server).discard()).toBe(false);
});

test("more that was typed during a save is not called saved", async () => {
  const session = openSession(server);
  const answer = slowDown();
  session.edit(titled("F"));
  await pause();
  session.edit(titled("Fog"));
  answer();
  await pause(10);
  expect(server.draft.title).toBe("F");
  expect(stateOf(session)).toBe("waiting");
  await pause();
  expect(stateOf(session)).toBe("saved");
});

const tooLong = (pointer: string) =>
  refusal(422, "VALIDATION_FAILED", { errors: [{ pointer, message: "Too long." }] as never });

test("the rest of a refused draft is called saved only if it is", async () => {
  server.refuse = ({ title, tagline }) =>
    title !== "" ? tooLong("/title") : tagline !== "" ? tooLong("/tagline") : null;
  const session = openSession(server);
  session.edit(titled("Fog", { tagline: "By the sea", setting: "A harbour" }));
  await pause();
  expect(session.snapshot().save).toEqual({ at: "refused", isRestSaved: false });
  expect([...session.snapshot().problems.keys()]).toEqual(["/title", "/tagline"]);
  expect(server.draft.setting).toBe("");
  session.edit(titled("Fog", { setting: "A harbour" }));
  await pause();
  expect(session.snapshot().save).toEqual({ at: "refused", isRestSaved: true });
  expect(server.draft.setting).toBe("A harbour");
});

test("another window's change that the second save of a refused draft finds is merged", async () => {
  server.refuse = ({ title }) => {
    if (title === "") return null;
    server.version = 4;
    server.draft = titled("", { setting: "A harbour" });
    server.refuse = (draft) => (draft.title === "" ? null : tooLong("/title"));
    return tooLong("/title");
  };
  const session = openSession(server);
  session.edit(titled("Fog", { tagline: "By the sea" }));
  await pause();
  await pause(10);
  expect(server.draft).toEqual(titled("", { tagline: "By the sea", setting: "A harbour" }));
  expect(session.snapshot().draft.setting).toBe("A harbour");
  expect(session.snapshot().save).toEqual({ at: "refused", isRestSaved: true });
});
