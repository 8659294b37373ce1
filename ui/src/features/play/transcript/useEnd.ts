import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
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

/** The house has spoken last: its words are read from the first, and what grows under them leaves them where they are. */
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

/**
 * Keeps the end in view while text is coming, as long as the reader is there; their first scroll upwards lets go, coming
 * back to the end takes hold again. While `isStill` it does not: somebody edits a
 * message, or reads the last line with the end under it.
 */
export function useEnd(
  scroller: RefObject<HTMLElement | null>,
  column: RefObject<HTMLElement | null>,
  isStill: boolean,
): End {
  const { story } = usePlay();
  // A story of which nothing is played yet is read from its title page on.
  const fresh = useRef(isFresh(story));
  const held = useRef(!fresh.current);
  const still = useRef(isStill);
  useLayoutEffect(() => {
    still.current = isStill;
  }, [isStill]);
  const gesture = useRef(Number.NEGATIVE_INFINITY);
  const last = useRef(0);
  const height = useRef(0);
  const resized = useRef(Number.NEGATIVE_INFINITY);
  const [away, setAway] = useState(false);
  const [missed, setMissed] = useState(false);

  /** Takes the measure of where the reader is. Only a scroll changes who leads. */
  const look = useCallback(
    (scrolled: boolean) => {
      const element = scroller.current;
      if (element === null) return;
      const top = element.scrollTop;
      const below = element.scrollHeight - top - element.clientHeight;
      // By hand, or while nothing else has changed: by a search, by a reader. The list moves itself when sizes change.
      const now = performance.now();
      const calm = now - resized.current > SETTLED_MS && element.scrollHeight === height.current;
      const chosen = now - gesture.current < GESTURE_MS || calm;
      const follows = below <= AT_END && story.state.newer === "end" && !still.current && !isAside(story);
      if (scrolled && follows) held.current = true;
      else if (scrolled && chosen && top < last.current - 1) held.current = false;
      last.current = top;
      height.current = element.scrollHeight;
      setAway(!held.current && !fresh.current && below > FAR);
      if (held.current) setMissed(false);
    },
    [scroller, story],
  );

  const follow = useCallback(() => {
    const element = scroller.current;
    if (element !== null && held.current) element.scrollTop = element.scrollHeight;
    look(false);
  }, [scroller, look]);

  useLayoutEffect(() => {
    const element = scroller.current;
    const content = column.current;
    if (element === null || content === null) return;
    follow();
    const observer = new ResizeObserver(() => {
      resized.current = performance.now();
      follow();
    });
    observer.observe(content);
    // A keyboard that opens takes from the height; the end stays where it was.
    observer.observe(element);
    const onGesture = (event: Event) => {
      if (event instanceof KeyboardEvent && !UPWARDS.has(event.key)) return;
      gesture.current = performance.now();
      fresh.current = false;
      // It lets go at once: the next piece of text must not pull the reader back.
      if (event instanceof WheelEvent && event.deltaY < 0 && element.scrollTop > 0) held.current = false;
    };
    for (const name of GESTURES) element.addEventListener(name, onGesture, { passive: true });
    return () => {
      observer.disconnect();
      for (const name of GESTURES) element.removeEventListener(name, onGesture);
    };
  }, [scroller, column, follow]);

  const stick = useCallback(() => {
    resized.current = performance.now();
    held.current = true;
    fresh.current = false;
    follow();
  }, [follow]);
  const release = useCallback(() => {
    held.current = false;
    fresh.current = false;
  }, []);

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
      // What was added while the reader was elsewhere.
      if (headId !== seen && !held.current && !isAside(story)) setMissed(true);
      seen = headId;
      before = turn;
    });
  }, [story, scroller, stick]);

  return { away, missed, look, stick, release };
}
