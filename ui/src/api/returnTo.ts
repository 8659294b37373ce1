import { storageKeys } from "../config/cookies";
import { keepForAnHour, keptForAnHour } from "./kept";

/** Where a visitor wanted to go when they were asked to sign in. */

/** A host that stands for this site: an address that leads away from it leads away from the site. */
const HERE = "https://here.invalid";

/**
 * Only a place on this site: a root-relative path as the browser reads it, without dot segments, and never one that a
 * second parser could read as another host.
 */
export function safePath(path: string | null): string | null {
  if (!path?.startsWith("/") || !URL.canParse(path, HERE)) return null;
  const { origin, pathname, search, hash } = new URL(path, HERE);
  const leadsAway = origin !== HERE || /^\/([/\\]|%2f|%5c)/i.test(pathname);
  return leadsAway ? null : pathname + search + hash;
}

/** The `returnTo` of an address, if it has a good one. */
export function returnToOf(search: string): string | null {
  return safePath(new URLSearchParams(search).get("returnTo"));
}

/** Keeps a path in mind. */
export function rememberReturnTo(path: string): void {
  if (safePath(path) !== null) keepForAnHour(storageKeys.returnTo, path);
}

/** The remembered place, once. */
export function takeReturnTo(): string | null {
  const path = safePath(keptForAnHour(storageKeys.returnTo));
  localStorage.removeItem(storageKeys.returnTo);
  return path;
}
