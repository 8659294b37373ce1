import { type Calls, calls } from "../calls";
import { type Following, follow } from "../stream";

/** What a story needs from the world; tests bring their own. */
export interface StoryPorts {
  calls: Calls;
  /** Follows a stream until the function that is returned is called. */
  follow: (following: Following) => () => void;
  /** A name that nothing else has. */
  id(): string;
  /** Milliseconds since 1970. */
  now(): number;
}

export const browserPorts: StoryPorts = {
  calls,
  follow,
  // Plain HTTP on another machine has no `randomUUID`.
  id: () =>
    Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join(
      "",
    ),
  now: () => Date.now(),
};
