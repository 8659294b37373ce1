import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { failedAnswer } from "../../api/errors";
import {
  follow,
  type LinkState,
  readEvents,
  type ServerEvent,
  SILENCE_MS,
  type StreamPorts,
  waitMs,
} from "./stream";
import { storyChanged, turnEvent } from "./turn-events";

const bytes = (text: string) => new TextEncoder().encode(text);

function bodyOf(chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
}

async function eventsOf(chunks: readonly Uint8Array[]): Promise<ServerEvent[]> {
  const events: ServerEvent[] = [];
  await readEvents(
    bodyOf(chunks),
    (event) => events.push(event),
    () => undefined,
  );
  return events;
}

describe("frames", () => {
  const FRAME = 'id: 7\nevent: delta\ndata: {"text":"Grüße 🌙 data: x"}\n\n';

  test("they come out whole, even when the network cuts a character in two", async () => {
    const all = bytes(`: heartbeat\n\n${FRAME}${FRAME.replace("7", "8")}`);
    for (let size = 1; size < all.length; size += 1) {
      const chunks: Uint8Array[] = [];
      for (let at = 0; at < all.length; at += size) chunks.push(all.slice(at, at + size));
      const events = await eventsOf(chunks);
      expect(events.map(({ id }) => id)).toEqual(["7", "8"]);
      expect(turnEvent(events[0] as ServerEvent)).toEqual({ type: "delta", text: "Grüße 🌙 data: x" });
    }
  });

  test("carriage returns end lines too", async () => {
    const [event] = await eventsOf([bytes(FRAME.replaceAll("\n", "\r\n"))]);
    expect(event?.event).toBe("delta");
  });

  test("a frame that was cut off is no event", async () => {
    expect(await eventsOf([bytes('id: 1\nevent: delta\ndata: {"text"')])).toEqual([]);
  });

  test("a long event is read whole", async () => {
    const text = "x".repeat(1_000_000);
    const [event] = await eventsOf([bytes(`data: ${JSON.stringify({ text })}\n\n`)]);
    expect(event?.data.length).toBeGreaterThan(1_000_000);
  });

  test("every frame counts as a sign of life, heartbeats included", async () => {
    const sign = vi.fn();
    await readEvents(bodyOf([bytes(": one\n\n"), bytes(": two\n\n")]), () => undefined, sign);
    expect(sign).toHaveBeenCalledTimes(2);
  });

  test("what this client does not know, or cannot read, is passed over", () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    expect(turnEvent({ id: "1", event: "confetti", data: "{}" })).toBeNull();
    expect(turnEvent({ id: "1", event: "delta", data: "{" })).toBeNull();
    expect(
      storyChanged({ id: "1", event: "changed", data: '{"version":3,"headId":null,"turnId":null}' }),
    ).toEqual({
      version: 3,
      headId: null,
      turnId: null,
    });
    expect(storyChanged({ id: "1", event: "delta", data: "{}" })).toBeNull();
    warn.mockRestore();
  });
});

test("waits grow, with jitter, to a limit", () => {
  expect(waitMs(1, 0)).toBe(200);
  expect(waitMs(1, 1)).toBe(400);
  expect(waitMs(4, 1)).toBe(3_200);
  expect(waitMs(50, 1)).toBe(15_000);
});

describe("following", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("document", Object.assign(new EventTarget(), { hidden: false }));
    const page = new EventTarget();
    vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
    vi.stubGlobal("removeEventListener", page.removeEventListener.bind(page));
    vi.stubGlobal("dispatchEvent", page.dispatchEvent.bind(page));
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  /** How a connection's body ends when it is cut. */
  const cuts = new WeakMap<ReadableStream<Uint8Array>, () => void>();

  /** A server whose answers are queued; each is a body, a status, or silence. */
  function server(...answers: (string | number | "network" | ReadableStream<Uint8Array>)[]) {
    const asked: { key: string; after: string | undefined }[] = [];
    const ports: StreamPorts = {
      now: () => Date.now(),
      random: () => 0,
      open: async ({ key, headers, signal }) => {
        asked.push({ key, after: headers?.["last-event-id"] });
        const answer = answers.shift();
        if (answer === undefined || answer === "network") throw new TypeError("Failed to fetch");
        if (typeof answer === "number") throw failedAnswer(answer, null);
        const body = typeof answer === "string" ? bodyOf([bytes(answer)]) : answer;
        signal?.addEventListener("abort", () => cuts.get(body)?.());
        return { body } as Response;
      },
    };
    return { asked, ports };
  }

  /** Sends something and then nothing more, until it is cut. */
  function silent(text: string): ReadableStream<Uint8Array> {
    let cut: () => void = () => undefined;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        controller.enqueue(bytes(text));
        cut = () => controller.error(new DOMException("", "AbortError"));
      },
    });
    cuts.set(body, () => cut());
    return body;
  }

  const frame = (id: number, event = "delta") => `id: ${id}\nevent: ${event}\ndata: {}\n\n`;

  async function run(ports: StreamPorts, refuse: "again" | "leave" = "again") {
    const seen: string[] = [];
    const links: LinkState[] = [];
    const close = follow(
      {
        open: () => ({ key: "GET /turns/{turnId}/events", path: { turnId: "t1" } }),
        onEvent: ({ id, event }) => {
          seen.push(id ?? "");
          return event === "end" ? "end" : "more";
        },
        onLink: (link) => links.push(link),
        onRefused: () => refuse,
      },
      ports,
    );
    await vi.advanceTimersByTimeAsync(0);
    return { seen, links, close };
  }

  test("a stream that breaks goes on after the last event, and its end is the end", async () => {
    const { asked, ports } = server(frame(1) + frame(2), "network", frame(3) + frame(4, "end"), frame(5));
    const { seen, links } = await run(ports);
    expect(links.at(-1)).toBe("waiting");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(seen).toEqual(["1", "2", "3", "4"]);
    expect(asked.map(({ after }) => after)).toEqual([undefined, "2", "2"]);
  });

  test("the network's return cuts the wait short", async () => {
    const { asked, ports } = server("network", "network", "network", "network", "network", frame(1, "end"));
    await run(ports);
    await vi.advanceTimersByTimeAsync(3_000);
    const before = asked.length;
    dispatchEvent(new Event("online"));
    await vi.advanceTimersByTimeAsync(0);
    expect(asked.length).toBe(before + 1);
  });

  test("silence is a dead line: it is cut and made anew", async () => {
    const { asked, ports } = server(silent(frame(1)), frame(2, "end"));
    const { seen } = await run(ports);
    await vi.advanceTimersByTimeAsync(SILENCE_MS * 1.5 + 1_000);
    expect(seen).toEqual(["1", "2"]);
    expect(asked[1]?.after).toBe("1");
  });

  test("a refusal can be final", async () => {
    const { asked, ports } = server(404, frame(1, "end"));
    await run(ports, "leave");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked.length).toBe(1);
  });

  test("what was closed asks no more", async () => {
    const { asked, ports } = server("network", frame(1));
    const { close, seen } = await run(ports);
    close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked.length).toBe(1);
    expect(seen).toEqual([]);
  });
});
