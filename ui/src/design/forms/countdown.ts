import { useEffect, useState } from "react";

/** Seconds that run down to 0, and a way to set them. */
export function useCountdown(initial = 0): [secs: number, set: (secs: number) => void] {
  const [secs, set] = useState(initial);
  useEffect(() => {
    if (secs <= 0) return;
    const timer = setTimeout(() => set(secs - 1), 1_000);
    return () => clearTimeout(timer);
  }, [secs]);
  return [secs, set];
}

/** `75` as `1:15`; under a minute as `9 s`. */
export function countdownText(secs: number): string {
  if (secs < 60) return `${secs} s`;
  return `${Math.floor(secs / 60)}:${String(secs % 60).padStart(2, "0")}`;
}
