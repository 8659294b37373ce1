import { useEffect } from "react";
import { flushFields } from "../../../lib/useFlush";
import type { DraftSession } from "../model/session";

/**
 * Saves before the page is hidden and when the line is back, and looks for other windows' changes when it is
 * shown.
 */
export function useSaving(session: DraftSession): void {
  useEffect(() => {
    const save = () => {
      flushFields();
      session.saveNow();
    };
    const onVisibility = () => {
      if (document.visibilityState === "hidden") save();
      else void session.refresh();
    };
    const onFocus = () => void session.refresh();
    addEventListener("online", save);
    addEventListener("pagehide", save);
    addEventListener("focus", onFocus);
    document.addEventListener("visibilitychange", onVisibility);
    return () => {
      removeEventListener("online", save);
      removeEventListener("pagehide", save);
      removeEventListener("focus", onFocus);
      document.removeEventListener("visibilitychange", onVisibility);
    };
  }, [session]);
}
