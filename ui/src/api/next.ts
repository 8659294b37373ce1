import { storageKeys } from "../config/cookies";

/** Where a visitor wanted to go when they were asked to sign in. Kept for this tab; it survives a walk to another service. */

/** Only a place on this site: a root-relative path, never another host. */
export function safePath(path: string | null): string | null {
  return path !== null && /^\/(?![/\\])/.test(path) ? path : null;
}

/** Keeps the `returnTo` of an address, if it has a good one. */
export function rememberNext(search: string): void {
  const path = safePath(new URLSearchParams(search).get("returnTo"));
  if (path !== null) sessionStorage.setItem(storageKeys.next, path);
}

/** The remembered place, once. */
export function takeNext(): string | null {
  const path = safePath(sessionStorage.getItem(storageKeys.next));
  sessionStorage.removeItem(storageKeys.next);
  return path;
}
