import { randomId } from "../../../lib/random-id";
import { type PlayApi, playApi } from "../api";
import { type Following, follow } from "../stream";

/** What a story needs from the world; tests bring their own. */
export interface StoryPorts {
  api: PlayApi;
  /** Follows a stream until the function that is returned is called. */
  follow: (following: Following) => () => void;
  /** A name that nothing else has. */
  id(): string;
  /** Milliseconds since 1970. */
  now(): number;
}

/** The world as it is. */
export const browserPorts: StoryPorts = {
  api: playApi,
  follow,
  id: () => randomId(),
  now: () => Date.now(),
};
