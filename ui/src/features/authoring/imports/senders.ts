import { failedConnection } from "../../../api/errors";
import { importsApi } from "../api";
import { holdKey, leftBehind } from "../journal/windows";
import type { ImportBatch } from "../types";
import { bytesOf, LIMITS, type Selection } from "./chosen";
import { BatchSender, type SenderTools } from "./sender";
import { type LeftFile, type UploadBatch, uploadQueue } from "./uploadQueue";

/** What this window sends. It goes on while other pages are shown. */
const senders = new Map<string, BatchSender>();

/** The lock by which other windows know that one sends the files of a batch. */
const keyOf = (id: string) => `import.${id}`;

function pause(ms: number, wake: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      wake.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    wake.addEventListener("abort", done);
  });
}

/** The end of a long path: it carries the file's name. */
const sentName = (name: string) => Array.from(name).slice(-LIMITS.fileName).join("");

const tools: SenderTools = {
  send: (id, { position, name, file }, signal) =>
    importsApi.sendFile(id, position, sentName(name), file, signal),
  seal: importsApi.seal,
  uploadQueue,
  failureOf: failedConnection,
  pause,
};

const isBusy = (sender: BatchSender) => ["sending", "paused", "sealing"].includes(sender.snapshot().state.at);
const isSending = () => [...senders.values()].some(isBusy);

/** Whether it waits for somebody: another window may go on with the batch meanwhile. */
function isWaiting(sender: BatchSender): boolean {
  const { state } = sender.snapshot();
  return state.at === "missing" || (state.at === "stopped" && !state.isGone);
}

/** Closing the window asks first as long as something is on its way. */
function warn(event: BeforeUnloadEvent): void {
  if (isSending()) event.preventDefault();
}

let awake: WakeLockSentinel | null = null;
/** Whether the browser has been asked for it and has not answered. */
let isAsked = false;

/** Keeps the screen on while files are sent: a phone that locks itself would stop sending. */
function keepAwake(): void {
  if (!isSending()) letSleep();
  else if (!isAsked && document.visibilityState === "visible" && (awake === null || awake.released))
    void askForWakeLock();
}

async function askForWakeLock(): Promise<void> {
  isAsked = true;
  // Refused, for instance, while the battery is low; sending goes on without it.
  awake = (await navigator.wakeLock?.request("screen").catch(() => null)) ?? null;
  isAsked = false;
  // All may have been sent while the browser thought about it.
  if (!isSending()) letSleep();
}

function letSleep(): void {
  const held = awake;
  awake = null;
  void held?.release();
}

function onBack(): void {
  keepAwake();
  if (document.visibilityState === "visible") for (const sender of senders.values()) sender.wake();
}

/** Has this window send what a sender gets, until nothing is left. */
function watch(sender: BatchSender): BatchSender {
  if (senders.size === 0) {
    addEventListener("beforeunload", warn);
    addEventListener("online", onBack);
    document.addEventListener("visibilitychange", onBack);
  }
  senders.set(sender.id, sender);
  // Only who sends holds the lock: two windows may both wait for files.
  let release: (() => void) | null = null;
  sender.subscribe(() => {
    if (isBusy(sender) === (release !== null)) return;
    if (release === null) release = holdKey(keyOf(sender.id));
    else {
      release();
      release = null;
    }
    keepAwake();
  });
  return sender;
}

/** Begins to send the files of a new batch. */
export async function beginSending(batch: ImportBatch, owner: string, selection: Selection): Promise<void> {
  const left = selection.files.map(({ name, file }, position) => ({ position, name, bytes: file.size }));
  const kept = { id: batch.id, owner, files: left.length, bytes: bytesOf(left), at: Date.now() };
  await uploadQueue.begin(kept, left);
  watch(new BatchSender(kept, left, tools)).add(selection);
}

/** What has arrived, where the list says otherwise: an answer was lost with the window. */
async function withoutArrived(id: string, left: readonly LeftFile[]): Promise<LeftFile[]> {
  const arrived = new Set<number>();
  let cursor: string | undefined;
  do {
    const page = await importsApi.files(id, cursor);
    for (const { position } of page.results) arrived.add(position);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return left.filter(({ position }) => !arrived.has(position));
}

/** Whether a window sends the files of a batch at this moment. */
const isBeingSent = async (id: string) => !(await leftBehind([keyOf(id)])).has(keyOf(id));

/**
 * The sender of a batch in this window, also of one that an earlier window began. While another window sends,
 * one that waits for files here does not count, because what it lacks is out of date; afterwards it knows what
 * has been sent there.
 */
export async function senderOf(
  { id, counts, sealed }: ImportBatch,
  owner: string,
): Promise<BatchSender | "elsewhere" | null> {
  const here = () => senders.get(id);
  const isSettled = (sender: BatchSender | undefined) => sender !== undefined && !isWaiting(sender);
  if (sealed || isSettled(here())) return here() ?? null;
  const isElsewhere = await isBeingSent(id);
  // This window may have begun meanwhile.
  if (isSettled(here())) return here() ?? null;
  if (isElsewhere) return "elsewhere";
  const found = await uploadQueue.left(id, owner);
  const known = here();
  if (known !== undefined) {
    if (found !== null && isWaiting(known))
      known.keepOnly(new Set(found.files.map(({ position }) => position)));
    return known;
  }
  if (found === null) return null;
  const { batch } = found;
  const left = await reconciled(batch, found.files, counts.total);
  // Another call may have been faster.
  const meanwhile = here();
  if (meanwhile !== undefined) return meanwhile;
  const sender = watch(new BatchSender(batch, left, tools));
  if (left.length === 0) sender.add({ files: [], folder: null });
  return sender;
}

async function reconciled(
  { id, files }: UploadBatch,
  left: readonly LeftFile[],
  arrived: number,
): Promise<readonly LeftFile[]> {
  if (arrived <= files - left.length) return left;
  // Without the list, some files are asked for again that have arrived; sent again, they change nothing.
  return withoutArrived(id, left).catch(() => left);
}

/** Sends nothing more of a batch that was deleted. */
export async function stopSending(id: string): Promise<void> {
  const sender = senders.get(id);
  if (sender === undefined) await uploadQueue.end(id);
  else sender.stop("The import was stopped.", true);
}
