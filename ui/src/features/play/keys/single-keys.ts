import { useSyncExternalStore } from "react";
import { storageKeys } from "../../../config/cookies";
import { Listeners } from "../listeners";

/** Whether single letters act in a story. Kept in this browser: speech input types letters that are not meant as keys. */

const listeners = new Listeners();

export function singleKeysOn(): boolean {
  return localStorage.getItem(storageKeys.storyKeys) !== "off";
}

export function setSingleKeys(on: boolean): void {
  if (on) localStorage.removeItem(storageKeys.storyKeys);
  else localStorage.setItem(storageKeys.storyKeys, "off");
  listeners.tell();
}

export function useSingleKeys(): boolean {
  return useSyncExternalStore(listeners.subscribe, singleKeysOn, () => true);
}
