import { useSyncExternalStore } from "react";
import { storageKeys } from "../config/cookies";
import { FONT_SIZE, fontSizeOf } from "./preferences";

/** The size of story text. It belongs to the screen, so it stays in this browser (spec section 5). */

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const current = () => fontSizeOf(localStorage.getItem(storageKeys.fontSize));

export function useFontSize(): number {
  return useSyncExternalStore(subscribe, current, () => FONT_SIZE.initial);
}

export function setFontSize(size: number): void {
  localStorage.setItem(storageKeys.fontSize, String(fontSizeOf(String(size))));
  for (const listener of listeners) listener();
}
