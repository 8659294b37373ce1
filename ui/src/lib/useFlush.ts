import { useEffectEvent, useLayoutEffect } from "react";

/** How to pass on what each field on screen still holds. */
const flushes = new Set<() => void>();

/** Passes on what the fields on screen still hold, so that it is stored, or a step that can be taken back. */
export function flushFields(): void {
  for (const flush of flushes) flush();
}

/**
 * Calls `flush` with `flushFields`, and before the page or the component goes: nothing that was typed is lost.
 * It is called often, also where nothing is held.
 */
export function useFlush(flush: () => void): void {
  const latest = useEffectEvent(flush);
  // A layout effect: its cleanup comes before those of other effects, which may close what is written to.
  useLayoutEffect(() => {
    const pass = () => latest();
    flushes.add(pass);
    document.addEventListener("visibilitychange", pass);
    window.addEventListener("pagehide", pass);
    return () => {
      flushes.delete(pass);
      document.removeEventListener("visibilitychange", pass);
      window.removeEventListener("pagehide", pass);
      pass();
    };
  }, []);
}
