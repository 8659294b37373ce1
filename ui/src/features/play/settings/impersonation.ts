import { useSyncExternalStore } from "react";
import { cookies } from "../../../config/cookies";
import { readCookie, writeCookie } from "../../../lib/cookies";
import { Listeners } from "../listeners";

/** Whether the composer hides its offers to write for the player (spec 2.7; a cookie for 365 days). */

const listeners = new Listeners();
const { name, days } = cookies.hideImpersonation;

/** The choice as a cookie's text gives it. */
export function hidesImpersonation(jar: string): boolean {
  return readCookie(jar, name) === "true";
}

/** Keeps the choice, and notifies every composer on the page. */
export function setHideImpersonation(hide: boolean): void {
  writeCookie(name, String(hide), days);
  listeners.tell();
}

/** Whether the offers are hidden; on the server they are not. */
export function useHideImpersonation(): boolean {
  return useSyncExternalStore(
    listeners.subscribe,
    () => hidesImpersonation(document.cookie),
    () => false,
  );
}
