import { useSyncExternalStore } from "react";
import { cookies } from "../../../config/cookies";
import { readCookie, writeCookie } from "../../../lib/cookies";

/** Whether the composer hides its offers to write for the player (spec 2.7; a cookie for 365 days). */

const listeners = new Set<() => void>();
const { name, days } = cookies.hideImpersonation;

/** What a cookie text says of it. */
export function hidesImpersonation(jar: string): boolean {
  return readCookie(jar, name) === "true";
}

export function setHideImpersonation(hide: boolean): void {
  writeCookie(name, String(hide), days);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useHideImpersonation(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => hidesImpersonation(document.cookie),
    () => false,
  );
}
