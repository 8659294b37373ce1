/** Spec section 4, "Auth token", and section 9: the decisions, free of clock, network and browser. */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** A token with less than this left is no longer used. */
export const VALIDITY_BUFFER_MS = 5 * MINUTE;
/** Within this time of the last refresh another is skipped, unless forced. */
export const MIN_REFRESH_GAP_MS = 30 * SECOND;
/** How often a token is looked at ahead of need. */
export const PROACTIVE_CHECK_MS = 2 * MINUTE;
export const REFRESH_TRIES = 3;
const FIRST_BACKOFF_MS = SECOND;
const MAX_BACKOFF_MS = 5 * SECOND;

/** An access token in memory. Times are this browser's clock, in milliseconds. */
export interface AccessToken {
  value: string;
  obtainedAt: number;
  expiresAt: number;
}

/** Valid while more than the buffer remains. */
export function isValid(token: AccessToken | null, now: number): token is AccessToken {
  return token !== null && token.expiresAt - now > VALIDITY_BUFFER_MS;
}

/** Whether a refresh is skipped: too soon after the last one. */
export function isTooSoon(lastRefreshAt: number | null, now: number, force: boolean): boolean {
  return !force && lastRefreshAt !== null && now - lastRefreshAt < MIN_REFRESH_GAP_MS;
}

/** The wait after the failed try of that number (from 1). */
export function backoffMs(failedTries: number): number {
  return Math.min(FIRST_BACKOFF_MS * 2 ** (failedTries - 1), MAX_BACKOFF_MS);
}

/** An answer that says no will not say yes a second later; silence and overload may. */
export function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}
