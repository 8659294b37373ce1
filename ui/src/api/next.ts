import { storageKeys } from "../config/cookies";

/**
 * Where a visitor wanted to go, and what they wanted to do there, when they were asked to sign in. Kept for an hour in this
 * browser, not in this tab: the link that confirms an e-mail address opens in another one.
 */

const KEEP_MS = 3_600_000;

/** Any host that is not ours: an address that leads away from it leads away from us. */
const HERE = "https://here.invalid";

/**
 * Only a place on this site: a root-relative path as the browser reads it, without dot segments, and never one that whoever
 * takes it apart once more could read as another host.
 */
export function safePath(path: string | null): string | null {
  if (!path?.startsWith("/") || !URL.canParse(path, HERE)) return null;
  const { origin, pathname, search, hash } = new URL(path, HERE);
  const leadsAway = origin !== HERE || /^\/([/\\]|%2f|%5c)/i.test(pathname);
  return leadsAway ? null : pathname + search + hash;
}

function keep(key: string, value: string, name?: string): void {
  localStorage.setItem(key, JSON.stringify([value, Date.now() + KEEP_MS, name]));
}

function kept(key: string): string | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? "null");
    if (!Array.isArray(stored) || typeof stored[0] !== "string" || !(stored[1] > Date.now())) return null;
    return stored[0];
  } catch {
    return null;
  }
}

/** The `returnTo` of an address, if it has a good one. */
export function nextOf(search: string): string | null {
  return safePath(new URLSearchParams(search).get("returnTo"));
}

/** Keeps a path in mind. */
export function rememberNext(path: string): void {
  if (safePath(path) !== null) keep(storageKeys.next, path);
}

/** The remembered place, once. */
export function takeNext(): string | null {
  const path = safePath(kept(storageKeys.next));
  localStorage.removeItem(storageKeys.next);
  return path;
}

/** What a visitor wanted to do: `love`, `like` or `dislike` a scenario, or `follow` a person. */
export type Act = `${"love" | "like" | "dislike" | "follow"}:${string}`;

/** Keeps in mind what is to be done once whoever is here has signed in, and what that is called to which it is done. */
export function rememberAct(act: Act, name: string): void {
  keep(storageKeys.act, act, name);
}

/** Whether something is still to be done at the remembered place. */
export function hasAct(): boolean {
  return kept(storageKeys.act) !== null;
}

/** The one of these acts that was kept in mind, once. */
export function takeAct<One extends Act>(acts: readonly One[]): One | null {
  const wanted = kept(storageKeys.act);
  const act = acts.find((one) => one === wanted) ?? null;
  if (act !== null) localStorage.removeItem(storageKeys.act);
  return act;
}
