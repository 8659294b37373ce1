import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

/** How long after the last change it is passed on, in milliseconds. */
const PAUSE_MS = 300;

/**
 * A value that is changed here at once and passed on when typing pauses, when `flush` is called, and before
 * the page or the component goes: what depends on it is not computed for every letter. A value that is
 * changed elsewhere is taken over, except while a change is still to be passed on.
 */
export function useBuffered<T>(value: T, commit: (value: T) => void) {
  const [state, setState] = useState({ given: value, now: value, dirty: false });
  if (state.given !== value) setState({ ...state, given: value, now: state.dirty ? state.now : value });

  const latest = useRef({ state, commit });
  useLayoutEffect(() => {
    latest.current = { state, commit };
  });

  const flush = useCallback(() => {
    const { state: last, commit: pass } = latest.current;
    if (!last.dirty) return;
    const clean = { ...last, dirty: false };
    latest.current = { state: clean, commit: pass };
    setState((was) => (was.now === last.now ? { ...was, dirty: false } : was));
    pass(last.now);
  }, []);

  const { now, dirty } = state;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change begins the pause anew.
  useEffect(() => {
    if (!dirty) return;
    const timer = setTimeout(flush, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [now, dirty, flush]);

  useEffect(() => {
    document.addEventListener("visibilitychange", flush);
    window.addEventListener("pagehide", flush);
    return () => {
      document.removeEventListener("visibilitychange", flush);
      window.removeEventListener("pagehide", flush);
      flush();
    };
  }, [flush]);

  const change = useCallback((next: (was: T) => T) => {
    setState((was) => ({ ...was, now: next(was.now), dirty: true }));
  }, []);
  return { now, change, flush };
}
