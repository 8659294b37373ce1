import { beforeEach, expect, test } from "vitest";
import { type FailedRequest, failedAnswer, lostConnection } from "../../../api/errors";
import { BatchSender, type QueuedFile, type SenderTools } from "./sender";
import type { LeftFile } from "./uploadQueue";

/** A server that keeps what it is sent, and fails as a test says. */
let arrived: number[];
let sealed: number;
let atOnce: number;
let most: number;
let failing: (file: QueuedFile) => FailedRequest | null;
let sealFailures: FailedRequest[];
let pauses: number[];
let done: number[];
let ended: string[];
/** Lets waiting senders try again. */
let resume: () => void;
let held: Promise<void> | null;

const status = (code: number, message = "No.") => failedAnswer(code, { message });
const lost = () => lostConnection(new TypeError("Failed to fetch"));

const tools: SenderTools = {
  send: async (_, file) => {
    atOnce += 1;
    most = Math.max(most, atOnce);
    await held;
    await Promise.resolve();
    atOnce -= 1;
    const failure = failing(file);
    if (failure !== null) throw failure;
    arrived.push(file.position);
  },
  seal: async () => {
    const failure = sealFailures.shift();
    if (failure !== undefined) throw failure;
    sealed += 1;
  },
  uploadQueue: {
    done: async (_, position) => void done.push(position),
    end: async (id) => void ended.push(id),
  },
  failureOf: (cause) => cause as FailedRequest,
  pause: (ms) => {
    pauses.push(ms);
    return new Promise((resolve) => {
      resume = resolve;
    });
  },
};

beforeEach(() => {
  arrived = [];
  sealed = 0;
  atOnce = 0;
  most = 0;
  failing = () => null;
  sealFailures = [];
  pauses = [];
  done = [];
  ended = [];
  held = null;
  resume = () => undefined;
});

const left = (...names: string[]): LeftFile[] =>
  names.map((name, position) => ({ position, name, bytes: 4 }));
const chosen = (...names: string[]) => ({
  files: names.map((name) => ({ name, file: new File(["abcd"], name) })),
  folder: null,
});
const senderOf = (files: LeftFile[], total = files.length) =>
  new BatchSender({ id: "b1", files: total, bytes: total * 4 }, files, tools);

/** Lets everything run that does not wait for a pause. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 5));

test("all files are sent, two at a time, and then the batch is sealed", async () => {
  const names = ["a.png", "b.png", "c.png", "d.png", "e.png"];
  const sender = senderOf(left(...names));
  expect(sender.add(chosen(...names))).toBe(5);
  await settle();
  expect(arrived.toSorted()).toEqual([0, 1, 2, 3, 4]);
  expect(most).toBe(2);
  expect([sealed, done.length, ended]).toEqual([1, 5, ["b1"]]);
  expect(sender.snapshot()).toMatchObject({ state: { at: "sealed" }, filesDone: 5, bytesDone: 20 });
});

test("a lost connection pauses; it goes on where it was, and waits longer each time", async () => {
  let online = false;
  failing = () => (online ? null : lost());
  const sender = senderOf(left("a.png"));
  sender.add(chosen("a.png"));
  await settle();
  expect(sender.snapshot().state).toEqual({ at: "paused", why: "Couldn’t reach the server" });
  resume();
  await settle();
  expect(pauses).toEqual([1_000, 2_000]);
  online = true;
  resume();
  await settle();
  expect(sender.snapshot().state.at).toBe("sealed");
  expect(arrived).toEqual([0]);
});

test("a server that says when to come again is not asked before", async () => {
  const busy = status(503);
  busy.retryAfterSecs = 20;
  failing = () => busy;
  senderOf(left("a.png")).add(chosen("a.png"));
  await settle();
  expect(pauses).toEqual([20_000]);
});

test("one bad file stops nothing, and is named with the server’s reason", async () => {
  failing = ({ name }) => (name === "b.png" ? status(422, "The name is too long.") : null);
  const sender = senderOf(left("a.png", "b.png", "c.png"));
  sender.add(chosen("a.png", "b.png", "c.png"));
  await settle();
  expect(arrived.toSorted()).toEqual([0, 2]);
  expect(sender.snapshot()).toMatchObject({
    state: { at: "sealed" },
    unsent: [{ name: "b.png", why: "The name is too long." }],
  });
});

test("a file that was moved since it was chosen is named, and not taken for a lost connection", async () => {
  failing = () => lost();
  const [gone] = chosen("a.png").files;
  if (gone === undefined) throw new Error("there is a file");
  gone.file.slice = () => {
    throw new Error("NotFoundError");
  };
  const sender = senderOf(left("a.png"));
  sender.add({ files: [gone], folder: null });
  await settle();
  expect(pauses).toEqual([]);
  expect(sender.snapshot().unsent).toEqual([
    { name: "a.png", why: "It was moved or changed after it was chosen." },
  ]);
});

test("a file on which the server fails is given up after a few tries, the others are sent", async () => {
  failing = ({ name }) => (name === "a.png" ? status(500) : null);
  const sender = senderOf(left("a.png", "b.png"));
  sender.add(chosen("a.png", "b.png"));
  for (let round = 0; round < 6; round += 1) {
    await settle();
    resume();
  }
  await settle();
  expect(pauses).toHaveLength(4);
  expect(sender.snapshot()).toMatchObject({ state: { at: "sealed" }, unsent: [{ name: "a.png" }] });
});

test("a batch that is gone stops all, is forgotten once, and nothing brings it back", async () => {
  failing = () => status(404);
  const sender = senderOf(left("a.png", "b.png", "c.png"), 4);
  sender.add(chosen("a.png", "b.png"));
  await settle();
  const state = {
    at: "stopped",
    why: "The import was stopped, or it belongs to another account.",
    isGone: true,
  };
  expect(sender.snapshot().state).toEqual(state);
  expect([arrived, sealed, ended]).toEqual([[], 0, ["b1"]]);
  failing = () => null;
  sender.retry();
  sender.finishWithout();
  expect(sender.add(chosen("c.png"))).toBe(0);
  await settle();
  expect(sender.snapshot()).toMatchObject({ state, missing: [{ name: "c.png" }] });
  expect([arrived, sealed]).toEqual([[], 0]);
});

test.each([401, 403])("after %d nothing is forgotten, and another try sends the rest", async (code) => {
  const tried: string[] = [];
  failing = ({ name }) => {
    tried.push(name);
    return name === "a.png" ? null : status(code, "Sign in again.");
  };
  const sender = senderOf(left("a.png", "b.png", "c.png", "d.png", "e.png"));
  sender.add(chosen("a.png", "b.png", "c.png", "d.png"));
  await settle();
  expect(sender.snapshot().state).toEqual({ at: "stopped", why: "Sign in again.", isGone: false });
  expect([arrived, ended, sender.add(chosen("e.png"))]).toEqual([[0], [], 0]);
  expect(tried).not.toContain("d.png");
  failing = () => null;
  sender.retry();
  await settle();
  // What arrived at the moment of the stop may be sent twice, which changes nothing.
  expect([...new Set(arrived)].toSorted()).toEqual([0, 1, 2, 3]);
  expect(sender.snapshot()).toMatchObject({ state: { at: "missing" }, filesDone: 4, bytesDone: 16 });
  sender.add(chosen("e.png"));
  await settle();
  expect([[...new Set(done)].toSorted(), sealed, ended]).toEqual([[0, 1, 2, 3, 4], 1, ["b1"]]);
  expect(sender.snapshot()).toMatchObject({ state: { at: "sealed" }, filesDone: 5, bytesDone: 20 });
});

test("another try begins at once, though what was under way at the stop has not ended yet", async () => {
  let release = () => {};
  held = new Promise((resolve) => {
    release = resolve;
  });
  const sender = senderOf(left("a.png", "b.png", "c.png"));
  sender.add(chosen("a.png", "b.png", "c.png"));
  await settle();
  sender.stop("Sign in again.", false);
  held = null;
  sender.retry();
  await settle();
  expect(arrived.toSorted()).toEqual([0, 1, 2]);
  release();
  await settle();
  expect(sender.snapshot()).toMatchObject({ state: { at: "sealed" }, filesDone: 3, bytesDone: 12 });
  expect([done.toSorted(), sealed]).toEqual([[0, 1, 2], 1]);
});

test("an import that could not be closed is closed by another try", async () => {
  sealFailures = [status(403, "Confirm your email first.")];
  const sender = senderOf(left("a.png"));
  sender.add(chosen("a.png"));
  await settle();
  expect(sender.snapshot().state).toMatchObject({ at: "stopped", isGone: false });
  sender.retry();
  await settle();
  expect([arrived, sealed, sender.snapshot().state.at]).toEqual([[0], 1, "sealed"]);
});

test("what another window has sent is neither asked for nor sent again", async () => {
  const sender = senderOf(left("a.png", "b.png", "c.png"), 5);
  sender.keepOnly(new Set([0, 1, 2]));
  expect(sender.snapshot()).toMatchObject({ filesDone: 2, bytesDone: 8 });
  sender.keepOnly(new Set([1]));
  expect(sender.snapshot()).toMatchObject({ filesDone: 4, bytesDone: 16, missing: [{ name: "b.png" }] });
  // All is sent, and only the end was not said.
  sender.keepOnly(new Set());
  await settle();
  expect([arrived, sealed, sender.snapshot().filesDone]).toEqual([[], 1, 5]);
});

test("after a reload files are found by their path, else by name and size", async () => {
  const sender = senderOf(left("x/Ida.png", "y/Ida.png", "Imre.png", "Odd.png"), 9);
  expect(sender.snapshot()).toMatchObject({ state: { at: "missing" }, filesDone: 5, bytesDone: 20 });
  const other = { name: "Odd.png", file: new File(["another size"], "Odd.png") };
  expect(
    sender.add({ files: [...chosen("y/Ida.png", "Imre.png", "new.png").files, other], folder: null }),
  ).toBe(2);
  await settle();
  expect(arrived.toSorted()).toEqual([1, 2]);
  expect(sender.snapshot().state.at).toBe("missing");
  expect(sender.snapshot().missing.map(({ name }) => name)).toEqual(["x/Ida.png", "Odd.png"]);
  expect(sender.add(chosen("Ida.png"))).toBe(1);
  await settle();
  expect(arrived.toSorted()).toEqual([0, 1, 2]);
  expect(sealed).toBe(0);
  sender.finishWithout();
  await settle();
  expect(sealed).toBe(1);
  expect(sender.snapshot()).toMatchObject({ state: { at: "sealed" }, files: 8, filesDone: 8 });
});

test("in a folder another file of the same name and size takes nobody’s place", async () => {
  const sender = senderOf(left("x/Ida.png", "gone/Imre.png"), 4);
  const { files } = chosen("Ida.png", "Imre.png", "x/Ida.png");
  expect(sender.add({ files, folder: "Tavern" })).toBe(1);
  await settle();
  expect(arrived).toEqual([0]);
  expect(sender.snapshot().missing.map(({ name }) => name)).toEqual(["gone/Imre.png"]);
});

test("one by one, those with their own path come first", async () => {
  const sent: string[] = [];
  failing = ({ name, file }) => {
    sent.push(`${name}: ${(file as File).name}`);
    return null;
  };
  const sender = senderOf(left("x/Ida.png", "Ida.png"));
  const named = (name: string, as: string) => ({ name, file: new File(["abcd"], as) });
  sender.add({ files: [named("y/Ida.png", "other"), named("Ida.png", "own")], folder: null });
  await settle();
  expect(sent.toSorted()).toEqual(["Ida.png: own", "x/Ida.png: other"]);
});

test("sealing is tried again until it succeeds, and done once", async () => {
  sealFailures = [lost(), status(503)];
  const sender = senderOf([]);
  sender.add({ files: [], folder: null });
  await settle();
  expect(sender.snapshot().state.at).toBe("paused");
  sender.finishWithout();
  resume();
  await settle();
  resume();
  await settle();
  expect([sealed, sender.snapshot().state.at]).toEqual([1, "sealed"]);
});

test("a stopped import sends nothing more", async () => {
  let release = () => {};
  held = new Promise((resolve) => {
    release = resolve;
  });
  const sender = senderOf(left("a.png", "b.png", "c.png"));
  sender.add(chosen("a.png", "b.png", "c.png"));
  await settle();
  sender.stop("The import was stopped.", true);
  release();
  await settle();
  expect(arrived.length).toBeLessThan(3);
  expect([sealed, done, ended]).toEqual([0, [], ["b1"]]);
});
