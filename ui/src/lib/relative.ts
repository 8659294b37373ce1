import { longDate } from "./dates";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How long ago a time was: `just now`, `5 min ago`, `3 h ago`, `yesterday`, `4 days ago`, and from a week on the date. */
export function relativeTime(rfc3339: string, now: number): string {
  const age = now - Date.parse(rfc3339);
  if (Number.isNaN(age)) return "";
  if (age < MINUTE_MS) return "just now";
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)} min ago`;
  if (age < DAY_MS) return `${Math.floor(age / HOUR_MS)} h ago`;
  if (age < 2 * DAY_MS) return "yesterday";
  if (age < 7 * DAY_MS) return `${Math.floor(age / DAY_MS)} days ago`;
  return longDate(rfc3339);
}

/** Days until a time, rounded, at least one while it has not come; 0 afterwards. */
export function daysUntil(rfc3339: string, now: number): number {
  const left = Date.parse(rfc3339) - now;
  return Number.isNaN(left) || left <= 0 ? 0 : Math.max(1, Math.round(left / DAY_MS));
}
