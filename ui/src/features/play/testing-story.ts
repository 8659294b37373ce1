import type { PlayApi } from "./api";
import type { StoryPorts } from "./model/ports";
import { Story } from "./model/story";
import type { Following, Opening } from "./stream";
import { aSession } from "./testing";
import type { TurnEvent } from "./types";

/**
 * A story whose server is its test: `api` answers its calls, and its streams send what the test has them send. It has
 * begun to open; what it reads arrives with the next tasks.
 */
export function openStory(api: Partial<PlayApi> = {}, now: () => number = () => 0) {
  const streams: { following: Following; closed: boolean }[] = [];
  const ports: StoryPorts = {
    api: { session: async () => aSession(), price: async () => aSession().price, ...api } as PlayApi,
    follow: (following) => {
      const stream = { following, closed: false };
      streams.push(stream);
      return () => {
        stream.closed = true;
      };
    },
    id: () => "c1",
    now,
  };
  const story = new Story("s1", ports);
  story.open();

  /** The stream that was opened last. */
  const last = () => streams.at(-1)?.following as Following;
  const streamOf = (key: Opening["key"]) =>
    streams.findLast(({ following }) => following.open(null).key === key)?.following as Following;
  /** Has the last stream that is still followed send these events. */
  const play = (...events: TurnEvent[]) => {
    const onEvent = streams.findLast(({ closed }) => !closed)?.following.onEvent;
    for (const { type, ...data } of events)
      onEvent?.({ id: undefined, event: type, data: JSON.stringify(data) });
  };
  return { story, streams, last, streamOf, play };
}
