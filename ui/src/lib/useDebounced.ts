import { useEffect, useState } from "react";

/** How long typing rests before the server is asked, in milliseconds. */
const REST_MS = 140;

/** A text that follows what is typed once it has rested. */
export function useDebounced(value: string): string {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), REST_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}
