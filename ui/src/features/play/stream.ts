import { createParser, type EventSourceMessage } from "eventsource-parser";
import { type CallOptions, fetchResponse, type Manner } from "../../api/client";
import { type FailedRequest, failedAnswer, lostConnection } from "../../api/errors";

/** One event of a stream, as the server framed it. */
export type ServerEvent = Pick<EventSourceMessage, "id" | "event" | "data">;

/** Longest event that is still read, in UTF-16 units: a whole turn of long replies is far below. */
const MAX_EVENT = 4 * 1024 * 1024;

/** Reads events until the body ends. `onSign` is called for every sign of life, heartbeats included. */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  onEvent: (event: ServerEvent) => void,
  onSign: () => void,
): Promise<void> {
  const parser = createParser({ onEvent, maxBufferSize: MAX_EVENT });
  // One decoder for the whole body: the network may cut a character in two.
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      onSign();
      parser.feed(decoder.decode(value, { stream: true }));
    }
    parser.feed(decoder.decode());
  } finally {
    reader.releaseLock();
  }
}

/** The server's heartbeat comes every 15 s: after this silence the connection is dead, even if it looks open. */
export const SILENCE_MS = 40_000;
/** A tab that comes back after this long without a sign connects again at once: it may have slept. */
const DOZE_MS = 18_000;
const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 15_000;
const NOTHING_MORE = 204;
/** A stream may stay open this long; the client's own limit for plain calls does not fit it. */
const OPEN_MS = 12 * 60 * 60 * 1_000;

/** How long to wait before the next try (from 1): doubling, with jitter, so that a restarted server is not stormed. */
export function waitMs(tries: number, random: number): number {
  const full = Math.min(FIRST_WAIT_MS * 2 ** (tries - 1), LONGEST_WAIT_MS);
  return full / 2 + (full / 2) * random;
}

/** What following needs from the world; tests bring their own. */
export interface StreamPorts {
  open(opening: Opening & Manner): Promise<Response>;
  now(): number;
  random(): number;
}

const browser: StreamPorts = {
  open: ({ key, ...options }) => fetchResponse(key, options),
  now: () => Date.now(),
  random: () => Math.random(),
};

/** The operations that answer with a stream. */
type StreamKey = "POST /message/create" | "GET /turns/{turnId}/events" | "GET /stories/{id}/events";

/** What one connection asks for. */
export type Opening = { [Key in StreamKey]: { key: Key } & CallOptions<Key> }[StreamKey];

/** How a stream is connected. */
export type LinkState =
  /** Events are coming, or would. */
  | "open"
  /** Not at the moment: a try is under way, or will be. */
  | "waiting";

/** What is followed, and who hears of it. */
export interface Following {
  /** What to ask for, given the id of the last event that was read; called for every connection. */
  open: (lastEventId: string | null) => Opening;
  /** `end`: that was the last one. */
  onEvent: (event: ServerEvent) => "more" | "end";
  onLink?: (state: LinkState) => void;
  /** The server has nothing more to send: what was followed is over. */
  onNothing?: () => void;
  /** The server has refused. `again`: the next try may succeed. */
  onRefused: (failure: FailedRequest, tries: number) => "again" | "leave";
}

/** What the network's silence and a busy server have in common: asking again may help. */
export function worthAnotherTry({ status, type }: FailedRequest): boolean {
  return type !== "aborted" && (status === 0 || status === 408 || status === 429 || status >= 500);
}

/**
 * Follows a stream through lost connections, sleep and restarts of the server, from the last event that was read; ends when
 * `onEvent` or `onRefused` returns it, or when the returned function is called.
 */
export function follow(following: Following, ports: StreamPorts = browser): () => void {
  const follower = new Follower(following, ports);
  const stopWatching = watchForWaking(follower);
  void follower.run().finally(stopWatching);
  return () => {
    stopWatching();
    follower.close();
  };
}

/** Checks now and then, and whenever the page or the network is back, whether the connection still lives. */
function watchForWaking(follower: Follower): () => void {
  const check = setInterval(() => follower.checkLife(SILENCE_MS), SILENCE_MS / 4);
  const onBack = () => follower.wakeUp();
  const onVisible = () => {
    if (!document.hidden) follower.wakeUp();
  };
  document.addEventListener("visibilitychange", onVisible);
  addEventListener("online", onBack);
  addEventListener("pageshow", onVisible);
  return () => {
    clearInterval(check);
    document.removeEventListener("visibilitychange", onVisible);
    removeEventListener("online", onBack);
    removeEventListener("pageshow", onVisible);
  };
}

/** One stream that is followed: the connection it has at present, and the wait between two of them. */
class Follower {
  readonly #following: Following;
  readonly #ports: StreamPorts;
  readonly #closed = new AbortController();
  #lastEventId: string | null = null;
  #connection: AbortController | null = null;
  #lastSign: number;
  /** Ends the wait before the next connection. */
  #wake: (() => void) | null = null;
  #tries = 0;

  constructor(following: Following, ports: StreamPorts) {
    this.#following = following;
    this.#ports = ports;
    this.#lastSign = ports.now();
  }

  close(): void {
    this.#closed.abort();
  }

  /** Cuts a connection that has been silent for too long, so that a new one is made. */
  checkLife(longest: number): void {
    if (this.#connection !== null && this.#ports.now() - this.#lastSign > longest) this.#connection.abort();
  }

  /** The page or the network is back: nothing is waited for any longer. */
  wakeUp(): void {
    this.checkLife(DOZE_MS);
    this.#wake?.();
  }

  /** Connects until the stream has ended or is no longer followed. */
  async run(): Promise<void> {
    const { onLink, onRefused } = this.#following;
    while (!this.#closed.signal.aborted) {
      // A body that ends in the middle met a proxy's limit, or a server that went away.
      let retryAfterSecs = 0;
      try {
        if (await this.#connect()) return;
      } catch (cause) {
        if (this.#closed.signal.aborted) return;
        const failure = this.#connection?.signal.aborted ? cutOff() : lostConnection(cause);
        this.#connection = null;
        if (onRefused(failure, this.#tries + 1) === "leave") return;
        retryAfterSecs = failure.retryAfterSecs ?? 0;
      }
      this.#connection = null;
      if (this.#closed.signal.aborted) return;
      onLink?.("waiting");
      this.#tries += 1;
      await this.#rest(Math.max(waitMs(this.#tries, this.#ports.random()), retryAfterSecs * 1_000));
    }
  }

  /** One connection, from asking to its end. Resolves to whether there is nothing more to come. */
  async #connect(): Promise<boolean> {
    const opening = this.#following.open(this.#lastEventId);
    const connection = new AbortController();
    this.#connection = connection;
    this.#sign();
    const response = await this.#ports.open({
      auth: "quiet",
      ...opening,
      headers: {
        accept: "text/event-stream",
        ...(this.#lastEventId !== null && { "last-event-id": this.#lastEventId }),
        ...opening.headers,
      },
      signal: AbortSignal.any([this.#closed.signal, connection.signal]),
      timeoutMs: OPEN_MS,
    });
    if (response.status === NOTHING_MORE || response.body === null) {
      this.#following.onNothing?.();
      return true;
    }
    this.#following.onLink?.("open");
    return this.#read(response.body, connection);
  }

  /** Reads a connection's events. Resolves to whether one of them was the last of the stream. */
  async #read(body: ReadableStream<Uint8Array>, connection: AbortController): Promise<boolean> {
    let ended = false;
    const onEvent = (event: ServerEvent) => {
      if (ended) return;
      this.#tries = 0;
      if (event.id !== undefined && event.id !== "") this.#lastEventId = event.id;
      ended = this.#following.onEvent(event) === "end";
      if (ended) connection.abort();
    };
    await readEvents(body, onEvent, () => this.#sign()).catch((cause: unknown) => {
      if (!ended) throw cause;
    });
    return ended;
  }

  #sign(): void {
    this.#lastSign = this.#ports.now();
  }

  #rest(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#wake = null;
        resolve();
      };
      const timer = setTimeout(resolve, ms);
      this.#wake = done;
      this.#closed.signal.addEventListener("abort", done, { once: true });
    });
  }
}

function cutOff(): FailedRequest {
  const failure = failedAnswer(0, null);
  failure.message = "Connection lost";
  return failure;
}
