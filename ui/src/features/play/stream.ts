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
  // One decoder for the whole body: a letter may be cut in two by the network.
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

/** The server's heartbeat comes every 15 s: after this silence the line is dead, whatever the network says. */
export const SILENCE_MS = 40_000;
/** A tab that comes back after this long without a sign asks anew at once: it may have slept. */
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
  /** The server has nothing more to tell: what was followed is over. */
  onNothing?: () => void;
  /** The server has said no. `again`: the next try may do better. */
  onRefused: (failure: FailedRequest, tries: number) => "again" | "leave";
}

/** What the network's silence and a busy server have in common: asking again may help. */
export function worthAnotherTry({ status, type }: FailedRequest): boolean {
  return type !== "aborted" && (status === 0 || status === 408 || status === 429 || status >= 500);
}

/**
 * Follows a stream through lost connections, sleep and restarts of the server, from the last event that was read; ends when
 * `onEvent` or `onRefused` says so, or when the returned function is called.
 */
export function follow(following: Following, ports: StreamPorts = browser): () => void {
  const closed = new AbortController();
  let lastEventId: string | null = null;
  let connection: AbortController | null = null;
  let lastSign = ports.now();
  let wake: (() => void) | null = null;
  let tries = 0;

  const sign = () => {
    lastSign = ports.now();
  };

  /** Cuts a connection that has been silent for too long, so that the loop makes a new one. */
  const checkLife = (longest: number) => {
    if (connection !== null && ports.now() - lastSign > longest) connection.abort();
  };
  const watch = setInterval(() => checkLife(SILENCE_MS), SILENCE_MS / 4);
  const onVisible = () => {
    if (document.hidden) return;
    checkLife(DOZE_MS);
    wake?.();
  };
  const onOnline = () => {
    checkLife(DOZE_MS);
    wake?.();
  };
  document.addEventListener("visibilitychange", onVisible);
  addEventListener("online", onOnline);
  addEventListener("pageshow", onVisible);

  const rest = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      const done = () => {
        clearTimeout(timer);
        wake = null;
        resolve();
      };
      wake = done;
      closed.signal.addEventListener("abort", done, { once: true });
    });

  /** One connection, from asking to its end. Resolves to whether there is nothing more to come. */
  const connect = async (): Promise<boolean> => {
    const opening = following.open(lastEventId);
    connection = new AbortController();
    sign();
    const response = await ports.open({
      auth: "quiet",
      ...opening,
      headers: {
        accept: "text/event-stream",
        ...(lastEventId !== null && { "last-event-id": lastEventId }),
        ...opening.headers,
      },
      signal: AbortSignal.any([closed.signal, connection.signal]),
      timeoutMs: OPEN_MS,
    });
    if (response.status === NOTHING_MORE || response.body === null) {
      following.onNothing?.();
      return true;
    }
    following.onLink?.("open");
    let ended = false;
    await readEvents(
      response.body,
      (event) => {
        if (ended) return;
        tries = 0;
        if (event.id !== undefined && event.id !== "") lastEventId = event.id;
        ended = following.onEvent(event) === "end";
        if (ended) connection?.abort();
      },
      sign,
    ).catch((cause: unknown) => {
      if (!ended) throw cause;
    });
    return ended;
  };

  const run = async () => {
    while (!closed.signal.aborted) {
      try {
        if (await connect()) return;
      } catch (cause) {
        if (closed.signal.aborted) return;
        const failure = connection?.signal.aborted ? cutOff() : lostConnection(cause);
        connection = null;
        const goOn = following.onRefused(failure, tries + 1) === "again";
        if (!goOn || closed.signal.aborted) return;
        following.onLink?.("waiting");
        tries += 1;
        await rest(Math.max(waitMs(tries, ports.random()), (failure.retryAfterSecs ?? 0) * 1_000));
        continue;
      }
      connection = null;
      if (closed.signal.aborted) return;
      // The body ended in the middle: a proxy's limit, or a server that went away.
      following.onLink?.("waiting");
      tries += 1;
      await rest(waitMs(tries, ports.random()));
    }
  };

  const stop = () => {
    clearInterval(watch);
    document.removeEventListener("visibilitychange", onVisible);
    removeEventListener("online", onOnline);
    removeEventListener("pageshow", onVisible);
  };
  void run().finally(stop);
  return () => {
    stop();
    closed.abort();
  };
}

function cutOff(): FailedRequest {
  const failure = failedAnswer(0, null);
  failure.message = "Connection lost";
  return failure;
}
