import { useSyncExternalStore } from "react";

/** Spec section 4: Low or High, stored locally, Low by default, shown on the document root. High adds motion. */
export type Graphics = "low" | "high";

const KEY = "dramatis.graphics";
const listeners = new Set<() => void>();

function current(): Graphics {
  return document.documentElement.dataset.graphics === "high" ? "high" : "low";
}

function apply(graphics: Graphics): void {
  const { classList, dataset } = document.documentElement;
  dataset.graphics = graphics;
  classList.toggle("graphics-high", graphics === "high");
  classList.toggle("graphics-low", graphics === "low");
  for (const listener of listeners) listener();
}

export function restoreGraphics(): void {
  apply(localStorage.getItem(KEY) === "high" ? "high" : "low");
}

export function setGraphics(graphics: Graphics): void {
  apply(graphics);
  localStorage.setItem(KEY, graphics);
}

export function toggleGraphics(): void {
  setGraphics(current() === "high" ? "low" : "high");
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useGraphics(): Graphics {
  return useSyncExternalStore(subscribe, current, () => "low");
}
