import { useSyncExternalStore } from "react";
import { storageKeys } from "../../../config/cookies";
import { Listeners } from "../listeners";

/** Whether single letters act in a story. Kept in this browser: speech input types letters that are not meant as keys. */

const listeners = new Listeners();

/** Whether they act; they do unless somebody has switched them off. */
export function singleKeysOn(): boolean {
  return localStorage.getItem(storageKeys.storyKeys) !== "off";
}

/** Keeps the choice, and tells whoever shows it. */
export function setSingleKeys(on: boolean): void {
  if (on) localStorage.removeItem(storageKeys.storyKeys);
  else localStorage.setItem(storageKeys.storyKeys, "off");
  listeners.tell();
}

/** Whether they act, as it changes. */
export function useSingleKeys(): boolean {
  return useSyncExternalStore(listeners.subscribe, singleKeysOn, () => true);
}
