import { useEffect, useState } from "react";

/** A timer of the browser runs at most this long. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Milliseconds until then, counting down by the second; 0 when it has passed or there is nothing to wait for. */
export function useWait(until: number | null): number {
  const [now, setNow] = useState(() => Date.now());
  const left = until === null ? 0 : Math.max(0, until - now);
  useEffect(() => {
    if (until === null) return;
    const tick = () => setNow(Date.now());
    tick();
    if (until - Date.now() > LONGEST_TIMER_MS) return;
    const timer = setInterval(() => {
      tick();
      if (Date.now() >= until) clearInterval(timer);
    }, 500);
    return () => clearInterval(timer);
  }, [until]);
  return left;
}
