import { useSyncExternalStore } from "react";
import { storageKeys } from "../../../config/cookies";
import { Listeners } from "../listeners";

/** Whether single letters act as shortcuts in a story, kept in this browser. Off by default: letters are for writing. */

const listeners = new Listeners();

/** Whether they act; they do only after somebody has switched them on. */
export function singleKeysOn(): boolean {
  return localStorage.getItem(storageKeys.storyKeys) === "on";
}

/** Keeps the choice, and notifies what shows it. */
export function setSingleKeys(on: boolean): void {
  if (on) localStorage.setItem(storageKeys.storyKeys, "on");
  else localStorage.removeItem(storageKeys.storyKeys);
  listeners.tell();
}

/** Whether they act, as it changes. */
export function useSingleKeys(): boolean {
  return useSyncExternalStore(listeners.subscribe, singleKeysOn, () => false);
}
