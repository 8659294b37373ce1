import type { ServerEvent } from "./stream";
import type { StoryChanged, TurnEvent } from "./types";

const TURN_EVENTS: ReadonlySet<string> = new Set([
  "turn",
  "snapshot",
  "message",
  "done",
  "delta",
  "reasoning",
  "notice",
  "error",
  "end",
] satisfies TurnEvent["type"][]);

function parsed(data: string): object | null {
  try {
    const value: unknown = JSON.parse(data);
    return typeof value === "object" && value !== null ? value : null;
  } catch (cause) {
    console.warn("An event of a stream could not be read", cause);
    return null;
  }
}

/** The event of a turn that a frame holds; null for one that this client does not know. */
export function turnEvent({ event, data }: ServerEvent): TurnEvent | null {
  if (event === undefined || !TURN_EVENTS.has(event)) return null;
  const body = parsed(data);
  // The server's types are the contract; a body is not checked twice.
  return body === null ? null : ({ ...body, type: event } as TurnEvent);
}

/** An event of a story's live sync; null for anything else. */
export function storyChanged({ event, data }: ServerEvent): StoryChanged | null {
  return event === "changed" ? (parsed(data) as StoryChanged | null) : null;
}
