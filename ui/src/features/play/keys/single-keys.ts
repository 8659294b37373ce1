import { useSyncExternalStore } from "react";
import { storageKeys } from "../../../config/cookies";

/** Whether single letters act in a story. Kept in this browser: speech input types letters that are not meant as keys. */

const listeners = new Set<() => void>();

export function singleKeysOn(): boolean {
  return localStorage.getItem(storageKeys.storyKeys) !== "off";
}

export function setSingleKeys(on: boolean): void {
  if (on) localStorage.removeItem(storageKeys.storyKeys);
  else localStorage.setItem(storageKeys.storyKeys, "off");
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSingleKeys(): boolean {
  return useSyncExternalStore(subscribe, singleKeysOn, () => true);
}
