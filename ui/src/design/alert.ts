import { useSyncExternalStore } from "react";

declare const trusted: unique symbol;

/** Markup written in our source. Only `markup` makes it, so nothing a user typed can get here. */
export type TrustedMarkup = string & { readonly [trusted]: true };

/** Tags a constant piece of HTML. Interpolation is refused, by type and at run time. */
export function markup(parts: TemplateStringsArray, ...none: never[]): TrustedMarkup {
  if (none.length > 0) throw new Error("markup takes no values");
  return parts.join("") as TrustedMarkup;
}

export interface AlertButton {
  text: string;
  tone?: "accent" | "plain" | "danger";
  /** Runs after the dialog has closed. */
  onPress?: () => void;
}

/** Spec 2.3: a title, HTML content, a close icon, and one confirm button or several. */
export interface AlertRequest {
  title: string;
  html: TrustedMarkup;
  buttons: [AlertButton, ...AlertButton[]];
}

let current: AlertRequest | null = null;
const listeners = new Set<() => void>();

function set(next: AlertRequest | null): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Opens the global alert; a newer one takes the place of an older one. */
export function openAlert(request: AlertRequest): void {
  set(request);
}

export function closeAlert(): void {
  set(null);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useAlert(): AlertRequest | null {
  return useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  );
}
