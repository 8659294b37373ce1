import { type RefObject, useCallback, useEffect } from "react";
import { usePlay, usePlayState } from "../PlayContext";

/** Older and newer messages are fetched this far ahead, in pixels. */
const AHEAD = 900;

/** Fetches what is beyond the ends of the line before the reader gets there; call the result at every scroll. */
export function useLoadAhead(scroller: RefObject<HTMLElement | null>): () => void {
  const { story } = usePlay();
  const ids = usePlayState("ids");

  // A line that does not fill the view has nothing to scroll: what is above it is fetched at once.
  useEffect(() => {
    const element = scroller.current;
    if (ids.length > 0 && element !== null && element.scrollHeight <= element.clientHeight + AHEAD)
      if (story.state.older === "idle") void story.loadOlder();
  }, [ids, story, scroller]);

  return useCallback(() => {
    const element = scroller.current;
    if (element === null) return;
    if (element.scrollTop < AHEAD && story.state.older === "idle") void story.loadOlder();
    const below = element.scrollHeight - element.scrollTop - element.clientHeight;
    if (below < AHEAD && story.state.newer === "idle") void story.loadNewer();
  }, [story, scroller]);
}
