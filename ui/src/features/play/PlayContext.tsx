import { createContext, use, useEffect, useMemo, useSyncExternalStore } from "react";
import type { OpenPanel, PayingCommand } from "./contracts";
import { castOf } from "./model/cast";
import { hasEnded } from "./model/ended";
import type { Fault } from "./model/faults";
import type { Chat, LiveTurn, PlayState } from "./model/state";
import type { Story } from "./model/story";
import { tintsOf } from "./model/tints";
import type { Message } from "./types";

/** What every part of the play gets. It never changes while a story is on screen, so that reading it costs no render. */
export interface Play {
  chatID: string;
  /** The model: `story.act`, `story.edit`, `story.changeSettings`, `story.goTo`, `story.openPanel` and so on. */
  story: Story;
  /** Has a screen reader say something, politely, after what it is saying now. */
  announce: (text: string) => void;
  /** Puts a text into the composer, after what stands there. */
  compose: (text: string) => void;
  /** Runs a paid command of a key once the player has confirmed it; at once where it costs nothing. */
  askFirst: (command: PayingCommand, act: () => void) => void;
}

const Context = createContext<Play | null>(null);

/** Around everything that plays a part in one story. */
export const PlayProvider = Context;

/** The story on screen; only inside of its provider. */
export function usePlay(): Play {
  const play = use(Context);
  if (play === null) throw new Error("usePlay is called outside a story");
  return play;
}

/** One field of the story's state; renders again only when it changes. */
export function usePlayState<K extends keyof PlayState>(field: K): PlayState[K] {
  const { story } = usePlay();
  const read = () => story.state[field];
  return useSyncExternalStore(story.subscribe, read, read);
}

/** The session: settings, cast, models, personas, price. It is there for everything inside the play. */
export function useChat(): Chat {
  const chat = usePlayState("chat");
  if (chat === null) throw new Error("useChat is called before the story is there");
  return chat;
}

const NO_TINTS: ReadonlyMap<string, number> = new Map();

/** The colours of the cast's names, by id. */
export function useTints(): ReadonlyMap<string, number> {
  const characters = usePlayState("chat")?.characters;
  return useMemo(() => (characters === undefined ? NO_TINTS : tintsOf(castOf({ characters }))), [characters]);
}

/** The turn under way, or null. */
export function useTurn(): LiveTurn | null {
  return usePlayState("turn");
}

/** Whether the story has ended where the reader is. */
export function useEnded(): boolean {
  const { story } = usePlay();
  const read = () => hasEnded(story.state, (id) => story.message(id));
  return useSyncExternalStore(story.subscribe, read, read);
}

/** What is open beside the transcript, or null. */
export function usePanel(): OpenPanel | null {
  return usePlayState("panel");
}

/** Why a reply failed: asked for once, where it is not known yet. */
export function useFault(message: Message, failed: boolean): Fault | null {
  const { story } = usePlay();
  const { id, turnId } = message;
  const read = () => story.fault(id);
  const fault = useSyncExternalStore(story.subscribe, read, read);
  useEffect(() => {
    if (failed) story.askFault({ id, turnId });
  }, [story, failed, id, turnId]);
  return (failed ? fault : null) ?? null;
}

/** One message, as it grows. */
export function useMessage(id: string): Message | undefined {
  const { story } = usePlay();
  const read = () => story.message(id);
  return useSyncExternalStore(story.subscribe, read, read);
}
