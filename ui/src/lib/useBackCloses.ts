import { useEffect, useEffectEvent, useRef } from "react";
import { randomId } from "./random-id";

/**
 * Something that covers the page, such as one item in place of its list, is closed by the browser's Back. While it is
 * open the history has one entry more, of the same address; the router does not see that one.
 */

/** The field of the history's state that names what covers the page. */
const FIELD = "cover";

const coverOf = (state: unknown): unknown =>
  typeof state === "object" && state !== null ? Reflect.get(state, FIELD) : undefined;

/** The entry below is on screen again, where the router already is. It may have got another address meanwhile. */
function stayAt(address: string, event: PopStateEvent): void {
  event.stopImmediatePropagation();
  history.replaceState(event.state, "", address);
}

/**
 * `onBack` is called when somebody goes back while it is open; `covers` says, as it opens, whether it covers the page at
 * all.
 */
export function useBackCloses(open: boolean, onBack: () => void, covers: () => boolean = () => true): void {
  const back = useEffectEvent(onBack);
  const isNeeded = useEffectEvent(covers);
  const entry = useRef({ cover: "", address: "" });
  useEffect(() => {
    // Not while the history moves.
    if (coverOf(history.state) === entry.current.cover) entry.current.address = location.href;
  });
  useEffect(() => {
    if (!open || !isNeeded()) return;
    const cover = randomId();
    const below = location.href;
    entry.current = { cover, address: below };
    history.pushState({ ...history.state, [FIELD]: cover }, "");
    const onPop = (event: PopStateEvent) => {
      if (coverOf(event.state) === cover) return;
      if (location.href === below) stayAt(entry.current.address, event);
      back();
    };
    // Before the router's.
    addEventListener("popstate", onPop, true);
    return () => {
      removeEventListener("popstate", onPop, true);
      // Closed by other means: its entry goes, unless another page was opened from it.
      if (coverOf(history.state) !== cover) return;
      const here = location.href;
      addEventListener("popstate", (event) => stayAt(here, event), { capture: true, once: true });
      history.back();
    };
  }, [open]);
}
