import { useSyncExternalStore } from "react";

/** Spec section 4: Low or High, stored locally, Low by default, shown on the document root. High adds motion. */
export type Graphics = "low" | "high";

const KEY = "dramatis.graphics";
const listeners = new Set<() => void>();

function current(): Graphics {
  return document.documentElement.dataset.graphics === "high" ? "high" : "low";
}

function apply(graphics: Graphics): void {
  document.documentElement.dataset.graphics = graphics;
  for (const listener of listeners) listener();
}

export function restoreGraphics(): void {
  if (localStorage.getItem(KEY) === "high") apply("high");
}

export function toggleGraphics(): void {
  const next = current() === "high" ? "low" : "high";
  apply(next);
  localStorage.setItem(KEY, next);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useGraphics(): Graphics {
  return useSyncExternalStore(subscribe, current, () => "low");
}
