import { type ReactNode, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import s from "./MenuSlot.module.css";

/** A place of the frame that a page may fill: the head of the menu, which is the side bar of a wide screen. */
let place: HTMLElement | null = null;
const listeners = new Set<() => void>();

function keep(element: HTMLElement | null): void {
  place = element;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Where the menu shows what the present page puts there; empty otherwise. */
export function MenuSlot() {
  return <div className={s.slot} ref={keep} />;
}

/** Shows its children in the menu for as long as it is mounted itself. */
export function InMenu({ children }: { children: ReactNode }) {
  const element = useSyncExternalStore(
    subscribe,
    () => place,
    () => null,
  );
  return element === null ? null : createPortal(children, element);
}
