/**
 * What is kept for an hour in this browser, not in this tab: the link that confirms an e-mail address opens in another one.
 */

const KEEP_MS = 3_600_000;

/** Keeps a value; `name` says what it is about. */
export function keepForAnHour(key: string, value: string, name?: string): void {
  localStorage.setItem(key, JSON.stringify([value, Date.now() + KEEP_MS, name]));
}

/** What was kept within the last hour; null when nothing was. */
export function keptForAnHour(key: string): string | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? "null");
    if (!Array.isArray(stored) || typeof stored[0] !== "string" || !(stored[1] > Date.now())) return null;
    return stored[0];
  } catch {
    return null;
  }
}
