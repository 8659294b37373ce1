import { type RefObject, useEffect } from "react";
import type { VirtualizerHandle } from "virtua";
import { usePlay, usePlayState } from "../PlayContext";
import { lineIn } from "./in-page";
import { ROWS_ABOVE } from "./rows";
import type { End } from "./useEnd";

/** While the list finds a message, nothing is added to it, in milliseconds. */
const AIM_MS = 450;
/** How long a message that was jumped to stands out. */
const TARGET_MS = 1_800;

/** Brings a message into view when the story asks for it, and lets it stand out for a moment. */
export function useTarget(
  list: RefObject<VirtualizerHandle | null>,
  scroller: RefObject<HTMLElement | null>,
  aiming: RefObject<boolean>,
  { stick, release }: Pick<End, "stick" | "release">,
): void {
  const { story } = usePlay();
  const target = usePlayState("target");
  useEffect(() => {
    if (target === null) return;
    const { ids, newer } = story.state;
    const index = ids.indexOf(target.messageId);
    if (index < 0) return;
    // An aside is read from its first word, and the helplines under it after that.
    const isAside = story.message(target.messageId)?.aside === true;
    if (index === ids.length - 1 && newer === "end" && !isAside) {
      stick();
      return;
    }
    const mark = () => lineIn(scroller.current, target.messageId);
    const place = () => story.state.ids.indexOf(target.messageId);
    // The story begins with its title.
    const isBeginning = () => place() === 0 && story.state.older === "end";
    const show = () => {
      release();
      if (isBeginning()) list.current?.scrollTo(0);
      else list.current?.scrollToIndex(place() + ROWS_ABOVE, { align: "start" });
    };
    release();
    aiming.current = true;
    // A list that has just come knows its own size two frames later.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(show);
    });
    const arrive = setTimeout(() => {
      // Sizes that became known on the way may have moved it.
      release();
      if (isBeginning()) list.current?.scrollTo(0);
      else mark()?.scrollIntoView({ block: "nearest" });
      aiming.current = false;
      if (index > 0) mark()?.setAttribute("data-target", "");
      scroller.current?.dispatchEvent(new Event("scroll"));
    }, AIM_MS);
    const leave = setTimeout(() => mark()?.removeAttribute("data-target"), TARGET_MS);
    return () => {
      aiming.current = false;
      cancelAnimationFrame(frame);
      clearTimeout(arrive);
      clearTimeout(leave);
      mark()?.removeAttribute("data-target");
    };
  }, [target, story, list, scroller, aiming, stick, release]);
}
