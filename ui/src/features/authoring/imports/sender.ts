import type { FailedRequest } from "../../../api/errors";
import { bytesOf, type ChosenFile, type Selection } from "./chosen";
import type { LeftFile, UploadBatch } from "./uploadQueue";

/** A file of a batch that is at hand. */
export interface QueuedFile extends LeftFile {
  readonly file: Blob;
}

/** A file that could not be sent, and why. */
export interface Unsent {
  readonly name: string;
  readonly why: string;
}

/**
 * What the sender is doing. `paused`: the connection or the server fails, and it tries again by itself.
 * `missing`: the rest has to be chosen again. `stopped`: it does nothing more by itself; `isGone`: and never
 * will, because there is no batch any more that takes files.
 */
export type SenderState =
  | { readonly at: "sending" | "missing" | "sealing" | "sealed" }
  | { readonly at: "paused"; readonly why: string }
  | { readonly at: "stopped"; readonly why: string; readonly isGone: boolean };

/** What is shown of it. */
export interface SenderSnapshot {
  readonly state: SenderState;
  /** Of the whole batch. */
  readonly files: number;
  readonly bytes: number;
  /** What need not be sent any more. */
  readonly filesDone: number;
  readonly bytesDone: number;
  /** What has to be chosen again. */
  readonly missing: readonly LeftFile[];
  readonly unsent: readonly Unsent[];
}

/** What it works with. */
export interface SenderTools {
  readonly send: (id: string, file: QueuedFile, signal: AbortSignal) => Promise<unknown>;
  readonly seal: (id: string) => Promise<unknown>;
  readonly uploadQueue: {
    done: (id: string, position: number) => Promise<void>;
    end: (id: string) => Promise<void>;
  };
  readonly failureOf: (cause: unknown) => FailedRequest;
  /** Waits this long, in milliseconds, or until `wake`. */
  readonly pause: (ms: number, wake: AbortSignal) => Promise<void>;
}

/** Files that travel at the same time. */
const AT_ONCE = 2;
/** How often a file is tried again that makes the server fail. */
const MAX_FAILURES = 4;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/** What is wrong with the file itself: others can still be sent. */
const OF_THE_FILE: ReadonlySet<number> = new Set([400, 413, 415, 422]);
/** The batch is deleted, or takes nothing more. */
const GONE: ReadonlySet<number> = new Set([404, 409, 410]);
/** What goes by, whatever is sent. */
const PASSING: ReadonlySet<number> = new Set([0, 408, 429, 502, 503, 504]);

/** Whether a file can still be read: it may have been moved or changed since it was chosen. */
async function isReadable(file: Blob): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

/** Sends the files of one batch, a few at a time, and says at the end that these are all. */
export class BatchSender {
  readonly id: string;
  readonly #tools: SenderTools;
  readonly #listeners = new Set<() => void>();
  #queue: QueuedFile[] = [];
  /** What is being sent; each file has a worker. */
  readonly #travelling = new Set<QueuedFile>();
  #shown: SenderSnapshot;
  /** Of the workers under way: those of before a stop do nothing more. */
  #stopping = new AbortController();
  #waker = new AbortController();
  /** What goes on, or will go on after a pause. */
  #step: "missing" | "sending" | "sealing" = "missing";

  /** `left`: what is still to be sent; the files come with `add`. */
  constructor(
    batch: Pick<UploadBatch, "id" | "files" | "bytes">,
    left: readonly LeftFile[],
    tools: SenderTools,
  ) {
    this.id = batch.id;
    this.#tools = tools;
    this.#shown = {
      state: { at: "missing" },
      files: batch.files,
      bytes: batch.bytes,
      filesDone: batch.files - left.length,
      bytesDone: batch.bytes - bytesOf(left),
      missing: left,
      unsent: [],
    };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): SenderSnapshot => this.#shown;

  /**
   * Takes those of the chosen files that are missing, and goes on with them; answers how many. Files that
   * were chosen one by one have no path: their names and sizes have to do. In a folder they would not: another
   * file of it may have the same.
   */
  add({ files, folder }: Pick<Selection, "files" | "folder">): number {
    if (this.#isStopped) return 0;
    const left = new Map(this.#shown.missing.map((each) => [each.position, each]));
    const take = (isOf: (each: LeftFile, name: string) => boolean) => (chosen: ChosenFile) => {
      const { name, file } = chosen;
      const found = [...left.values()].find((each) => each.bytes === file.size && isOf(each, name));
      if (found === undefined) return true;
      left.delete(found.position);
      this.#queue.push({ ...found, file });
      return false;
    };
    const others = files.filter(take((each, name) => each.name === name));
    if (folder === null) others.forEach(take((each, name) => lastPart(each.name) === lastPart(name)));
    const count = this.#shown.missing.length - left.size;
    this.#show({ missing: [...left.values()] });
    this.#go();
    return count;
  }

  /** Sends nothing more of what is missing, and says that these are all. */
  finishWithout(): void {
    if (this.#isStopped) return;
    const gone = this.#shown.missing;
    this.#show({
      missing: [],
      files: this.#shown.files - gone.length,
      bytes: this.#shown.bytes - bytesOf(gone),
    });
    this.#go();
  }

  /** Tries again at once. */
  wake(): void {
    this.#waker.abort();
    this.#waker = new AbortController();
  }

  /** Sends nothing more: there is no batch any more (`isGone`), or it waits for `retry`. */
  stop(why: string, isGone: boolean): void {
    this.#queue = isGone ? [] : [...this.#travelling, ...this.#queue];
    this.#travelling.clear();
    this.#stopping.abort();
    this.#show({ state: { at: "stopped", why, isGone } });
    this.wake();
    if (isGone) void this.#tools.uploadQueue.end(this.id);
  }

  /** Goes on after a stop whose cause may be mended, such as a session that has ended. */
  retry(): void {
    const { state } = this.#shown;
    if (state.at !== "stopped" || state.isGone) return;
    this.#stopping = new AbortController();
    this.#begin("sending");
    this.#go();
  }

  /** Another window has sent some of what waits here: `left` are the places of what it has not. */
  keepOnly(left: ReadonlySet<number>): void {
    const { missing, files, filesDone, bytes, state } = this.#shown;
    const stay = missing.filter(({ position }) => left.has(position));
    this.#queue = this.#queue.filter(({ position }) => left.has(position));
    const waiting = [...stay, ...this.#queue];
    if (files - waiting.length === filesDone) return;
    this.#show({
      missing: stay,
      filesDone: files - waiting.length,
      bytesDone: bytes - bytesOf(waiting),
    });
    if (state.at === "missing" && stay.length === 0) this.#go();
  }

  #show(changes: Partial<SenderSnapshot>): void {
    this.#shown = { ...this.#shown, ...changes };
    for (const listener of this.#listeners) listener();
  }

  #begin(step: "missing" | "sending" | "sealing"): void {
    this.#step = step;
    this.#show({ state: { at: step } });
  }

  get #isStopped(): boolean {
    return this.#shown.state.at === "stopped";
  }

  #go(): void {
    if (this.#isStopped || this.#step === "sealing") return;
    if (this.#queue.length > 0) this.#begin("sending");
    let more = true;
    while (more && this.#travelling.size < AT_ONCE) more = this.#next();
    if (this.#travelling.size === 0) void this.#rest(this.#stopping.signal);
  }

  /** Sends the next file of the queue; false if there is none. */
  #next(): boolean {
    const file = this.#queue.shift();
    if (file === undefined) return false;
    this.#travelling.add(file);
    void this.#sendOne(file, this.#stopping.signal);
    return true;
  }

  async #sendOne(file: QueuedFile, stopped: AbortSignal): Promise<void> {
    await this.#insist(
      stopped,
      () => this.#tools.send(this.id, file, stopped),
      (why) => this.#show({ unsent: [...this.#shown.unsent, { name: file.name, why }] }),
      file.file,
    );
    if (stopped.aborted) return;
    await this.#tools.uploadQueue.done(this.id, file.position);
    if (stopped.aborted) return;
    this.#travelling.delete(file);
    this.#show({
      filesDone: this.#shown.filesDone + 1,
      bytesDone: this.#shown.bytesDone + file.bytes,
    });
    if (!this.#next() && this.#travelling.size === 0) await this.#rest(stopped);
  }

  /** Nothing is left in the queue. */
  async #rest(stopped: AbortSignal): Promise<void> {
    if (this.#shown.missing.length > 0) return this.#begin("missing");
    this.#begin("sealing");
    await this.#insist(
      stopped,
      () => this.#tools.seal(this.id),
      (why) => this.stop(why, false),
    );
    if (stopped.aborted) return;
    await this.#tools.uploadQueue.end(this.id);
    this.#show({ state: { at: "sealed" } });
  }

  /** Does something until it succeeds, or gives it up where that cannot be. */
  async #insist(
    stopped: AbortSignal,
    run: () => Promise<unknown>,
    give: (why: string) => void,
    file?: Blob,
  ): Promise<void> {
    for (let failures = 0; !stopped.aborted; failures += 1) {
      try {
        await run();
        if (!stopped.aborted && this.#shown.state.at === "paused") this.#show({ state: { at: this.#step } });
        return;
      } catch (cause) {
        if (stopped.aborted) return;
        const failure = this.#tools.failureOf(cause);
        const { status, message } = failure;
        if (file !== undefined && status === 0 && !(await isReadable(file)))
          return stopped.aborted ? undefined : give("It was moved or changed after it was chosen.");
        if (OF_THE_FILE.has(status)) return give(message);
        if (!PASSING.has(status) && status < 500) return this.stop(stopWords(failure), GONE.has(status));
        if (!PASSING.has(status) && failures >= MAX_FAILURES) return give(message);
        this.#show({ state: { at: "paused", why: message } });
        await this.#tools.pause(pauseMs(failure, failures), this.#waker.signal);
      }
    }
  }
}

const lastPart = (path: string) => path.slice(path.lastIndexOf("/") + 1);

function stopWords({ status, message }: FailedRequest): string {
  if (status === 404) return "The import was stopped, or it belongs to another account.";
  if (status === 409) return "The import was closed in another window.";
  return message;
}

function pauseMs({ retryAfterSecs }: FailedRequest, failures: number): number {
  const growing = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures);
  return retryAfterSecs === null ? growing : Math.max(growing, retryAfterSecs * 1_000);
}
