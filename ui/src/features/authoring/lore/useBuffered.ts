import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useFlush } from "../../../lib/useFlush";

/** How long after the last change it is passed on, in milliseconds. */
const PAUSE_MS = 300;
/**
 * How long typing may go on before it is passed on all the same: what is held is no step to be taken back yet.
 * Shorter than the pause that ends a step.
 */
const AT_LATEST_MS = 500;

/**
 * A value whose fields are changed here at once and passed on when typing pauses, after half a second, when `flush` or
 * `flushFields` is called, and before the page or the component goes: what depends on it is not computed for
 * every letter. Only the changed fields are passed on; the others are always those of `value`.
 */
export function useBuffered<T extends object>(value: T, commit: (changes: Partial<T>) => void) {
  /** What is still to be passed on; null: nothing. */
  const [changes, setChanges] = useState<Partial<T> | null>(null);
  // Handlers read it before the next render: a field may be changed and left in one event.
  const pending = useRef(changes);
  const pass = useRef(commit);
  useLayoutEffect(() => {
    pass.current = commit;
  });

  const set = useCallback((next: Partial<T> | null) => {
    pending.current = next;
    setChanges(next);
  }, []);
  const flush = useCallback(() => {
    const held = pending.current;
    if (held === null) return;
    set(null);
    pass.current(held);
  }, [set]);
  const change = useCallback(
    (fields: Partial<T>) => set({ ...pending.current, ...fields } as Partial<T>),
    [set],
  );

  useEffect(() => {
    if (changes === null) return;
    const timer = setTimeout(flush, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [changes, flush]);
  const isHeld = changes !== null;
  useEffect(() => {
    if (!isHeld) return;
    const timer = setTimeout(flush, AT_LATEST_MS);
    return () => clearTimeout(timer);
  }, [isHeld, flush]);

  useFlush(flush);

  return { now: changes === null ? value : { ...value, ...changes }, change, flush };
}
