import { useSyncExternalStore } from "react";

/** How often what is written as "5 min ago" is looked at again. */
const TICK_MS = 30_000;

let now = 0;

function subscribe(listener: () => void): () => void {
  const timer = setInterval(() => {
    now = Date.now();
    listener();
  }, TICK_MS);
  return () => clearInterval(timer);
}

function snapshot(): number {
  if (now === 0) now = Date.now();
  return now;
}

/** The present moment, good for half a minute, in milliseconds since 1970; null on the server and while hydrating. */
export function useNow(): number | null {
  return useSyncExternalStore<number | null>(subscribe, snapshot, () => null);
}
