import { type RefObject, useLayoutEffect } from "react";
import { cover } from "./cover";

/** Space above and below, in pixels. */
const MARGIN = 12;
/** The text is never cut to less than some three lines, in pixels. */
const MIN_FIELD = 96;
/** What a reader does with their hands when they scroll away, and when they come back to the text. */
const GESTURES = ["wheel", "touchmove", "pointerdown", "input"] as const;

/**
 * Keeps an editor in view with its buttons: when it opens, when a keyboard takes half of the screen, when its text grows. Scrolling it
 * into view once is not enough: the list moves its rows again as soon as it has measured the new one, and a keyboard comes later still.
 * A reader who scrolls away is let go until they touch it again.
 */
export function useInView(
  editor: RefObject<HTMLElement | null>,
  field: RefObject<HTMLTextAreaElement | null>,
): void {
  useLayoutEffect(() => {
    const box = editor.current;
    const text = field.current;
    const scroller = box?.closest<HTMLElement>("[data-scroller]") ?? null;
    if (box === null || text === null || scroller === null) return;
    let held = true;
    let frame = 0;
    const keep = () => {
      if (!held) return;
      const view = scroller.getBoundingClientRect();
      // Where everything cannot fit, the text scrolls by itself, not the buttons out of the view.
      const rest = box.offsetHeight - text.offsetHeight;
      const room = Math.max(scroller.clientHeight - rest - 2 * MARGIN, MIN_FIELD);
      text.style.maxHeight = `min(60dvh, ${room}px)`;
      scroller.scrollTop += cover(box.getBoundingClientRect(), view, MARGIN);
    };
    const keepTwice = () => {
      keep();
      // The list may move its rows in this frame, after us.
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(keep);
    };
    const onGesture = ({ type, target }: Event) => {
      held = type !== "wheel" && type !== "touchmove" && target instanceof Node && box.contains(target);
    };
    keep();
    const observer = new ResizeObserver(keepTwice);
    observer.observe(box);
    observer.observe(scroller);
    for (const name of GESTURES) scroller.addEventListener(name, onGesture, { passive: true });
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      for (const name of GESTURES) scroller.removeEventListener(name, onGesture);
    };
  }, [editor, field]);
}
