import {
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { isFresh } from "../model/fresh";
import type { Story } from "../model/story";
import { usePlay } from "../PlayContext";
import type { TurnKind } from "../types";

/** Closer to the end than this many pixels counts as being there. */
const AT_END = 6;
/** Further from it than this, a button leads back. */
const FAR = 160;
/** What a reader does with their hands before a scroll that is theirs. */
const GESTURES = ["wheel", "touchmove", "keydown", "pointerdown"] as const;
/** Keys that scroll upwards. */
const UPWARDS: ReadonlySet<string> = new Set(["ArrowUp", "PageUp", "Home"]);
/** A scroll this soon after a gesture is the reader's, in milliseconds. */
const GESTURE_MS = 400;
/** After a change of sizes the list moves itself for this long, in milliseconds. */
const SETTLED_MS = 300;

/** Turns that put something new at the end. */
const REPLIES: ReadonlySet<TurnKind> = new Set(["next", "continue", "regenerate", "retry"]);

/** An aside was said last: its words are read from the first, and what grows under them leaves them where they are. */
function isAside(story: Story): boolean {
  return story.message(story.state.ids.at(-1) ?? "")?.aside === true;
}

/** Where the reader is, seen from the end of the story, and who leads. */
export interface End {
  /** So far from it that a button leads back. */
  away: boolean;
  /** Something came there while the reader was elsewhere. */
  missed: boolean;
  /** Takes the measure of where the reader is; `scrolled`: because they have scrolled. */
  look: (scrolled: boolean) => void;
  /** Goes to the end and stays there. */
  stick: () => void;
  /** Leaves the reader where they are. */
  release: () => void;
}

/** What is known of the reader between two looks. */
interface Reading {
  /** A story of which nothing is played yet is read from its title page on. */
  fresh: boolean;
  /** Whether the end is kept in view. */
  held: boolean;
  /** Whether it must not be: somebody edits a message, or reads the last line with the end under it. */
  still: boolean;
  /** When the reader last moved something, and when sizes last changed. */
  gesture: number;
  resized: number;
  /** Where the view was, and how much there was to scroll. */
  top: number;
  height: number;
}

/** Whether a scroll to here takes hold of the end, lets go of it, or neither. */
function leads(reading: Reading, element: HTMLElement, below: number, canFollow: boolean): boolean {
  // By hand, or while nothing else has changed: by a search, by a reader. The list moves itself when sizes change.
  const now = performance.now();
  const calm = now - reading.resized > SETTLED_MS && element.scrollHeight === reading.height;
  const chosen = now - reading.gesture < GESTURE_MS || calm;
  if (below <= AT_END && canFollow && !reading.still) return true;
  return chosen && element.scrollTop < reading.top - 1 ? false : reading.held;
}

/** Keeps the end in view when sizes change, and notes what the reader does with their hands. */
function useSizesAndGestures(
  scroller: RefObject<HTMLElement | null>,
  column: RefObject<HTMLElement | null>,
  reading: RefObject<Reading>,
  follow: () => void,
): void {
  useLayoutEffect(() => {
    const element = scroller.current;
    const content = column.current;
    if (element === null || content === null) return;
    const { current: now } = reading;
    follow();
    const observer = new ResizeObserver(() => {
      now.resized = performance.now();
      follow();
    });
    observer.observe(content);
    // A keyboard that opens takes from the height; the end stays where it was.
    observer.observe(element);
    const onGesture = (event: Event) => {
      if (event instanceof KeyboardEvent && !UPWARDS.has(event.key)) return;
      now.gesture = performance.now();
      now.fresh = false;
      // It lets go at once: the next piece of text must not pull the reader back.
      if (event instanceof WheelEvent && event.deltaY < 0 && element.scrollTop > 0) now.held = false;
    };
    for (const name of GESTURES) element.addEventListener(name, onGesture, { passive: true });
    return () => {
      observer.disconnect();
      for (const name of GESTURES) element.removeEventListener(name, onGesture);
    };
  }, [scroller, column, reading, follow]);
}

/** Goes to the end for a reply that is asked for with the end in view, and notes what comes while the reader is elsewhere. */
function useArrivals(
  scroller: RefObject<HTMLElement | null>,
  reading: RefObject<Reading>,
  stick: () => void,
  onMissed: () => void,
): void {
  const { story } = usePlay();
  const missed = useEffectEvent(onMissed);
  useEffect(() => {
    let seen = story.state.headId;
    let before = story.state.turn;
    return story.subscribe(() => {
      const { headId, turn, newer } = story.state;
      const element = scroller.current;
      // What is asked for here, with the end in view, is read as it comes.
      const asked = before === null && turn?.id === null && REPLIES.has(turn.kind) && newer === "end";
      if (asked && element !== null && element.scrollHeight - element.scrollTop < 2 * element.clientHeight)
        stick();
      if (headId !== seen && !reading.current.held && !isAside(story)) missed();
      seen = headId;
      before = turn;
    });
  }, [story, scroller, reading, stick]);
}

/**
 * Keeps the end in view while text is coming, as long as the reader is there; their first scroll upwards lets go, coming
 * back to the end takes hold again. While `isStill` it does not: somebody edits a message, or reads the last line with the
 * end under it.
 */
export function useEnd(
  scroller: RefObject<HTMLElement | null>,
  column: RefObject<HTMLElement | null>,
  isStill: boolean,
): End {
  const { story } = usePlay();
  const [away, setAway] = useState(false);
  const [missed, setMissed] = useState(false);
  const [begun] = useState((): Reading => {
    const fresh = isFresh(story);
    const never = Number.NEGATIVE_INFINITY;
    return { fresh, held: !fresh, still: isStill, gesture: never, resized: never, top: 0, height: 0 };
  });
  const reading = useRef(begun);
  useLayoutEffect(() => {
    reading.current.still = isStill;
  }, [isStill]);

  /** Takes the measure of where the reader is. Only a scroll changes who leads. */
  const look = useCallback(
    (scrolled: boolean) => {
      const element = scroller.current;
      if (element === null) return;
      const { current: now } = reading;
      const below = element.scrollHeight - element.scrollTop - element.clientHeight;
      const canFollow = story.state.newer === "end" && !isAside(story);
      if (scrolled) now.held = leads(now, element, below, canFollow);
      now.top = element.scrollTop;
      now.height = element.scrollHeight;
      setAway(!now.held && !now.fresh && below > FAR);
      if (now.held) setMissed(false);
    },
    [scroller, story],
  );

  const follow = useCallback(() => {
    const element = scroller.current;
    if (element !== null && reading.current.held) element.scrollTop = element.scrollHeight;
    look(false);
  }, [scroller, look]);

  const stick = useCallback(() => {
    Object.assign(reading.current, { resized: performance.now(), held: true, fresh: false });
    follow();
  }, [follow]);
  const release = useCallback(() => {
    Object.assign(reading.current, { held: false, fresh: false });
  }, []);

  useSizesAndGestures(scroller, column, reading, follow);
  useArrivals(scroller, reading, stick, () => setMissed(true));
  return { away, missed, look, stick, release };
}
