import type { createBrowserRouter } from "react-router";
import { type AskToLeave, setHold } from "../lib/navigation";

const KEY = "unsaved";

/** Lets a page hold the router: what leads to another address waits until it was asked. */
export function makeHoldable(router: ReturnType<typeof createBrowserRouter>): void {
  let ask: AskToLeave | null = null;
  let asked: unknown = null;
  setHold((next, staysAt) => {
    ask = next;
    if (next === null) router.deleteBlocker(KEY);
    else
      router.getBlocker(
        KEY,
        ({ currentLocation: from, nextLocation: to }) =>
          (from.pathname !== to.pathname || from.search !== to.search) && !staysAt(to.pathname),
      );
  });
  router.subscribe(({ blockers }) => {
    const blocker = blockers.get(KEY);
    if (blocker?.state !== "blocked" || blocker === asked) return;
    asked = blocker;
    ask?.(blocker.proceed);
  });
}
