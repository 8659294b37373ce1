import type { KeyboardEvent } from "react";

/**
 * Walks along the items of a menu (WAI-ARIA, menu pattern): arrows go round, Home and End lead to the ends, a letter to the
 * next item that begins with it.
 */
export function moveInMenu(event: KeyboardEvent<HTMLElement>): void {
  const items = Array.from(
    event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]:not([disabled])'),
  );
  const { activeElement } = document;
  const here = activeElement instanceof HTMLElement ? items.indexOf(activeElement) : -1;
  const target = itemOf(event, items, here);
  if (target === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  target.focus();
}

function itemOf(
  { key, ctrlKey, metaKey, altKey }: KeyboardEvent,
  items: readonly HTMLElement[],
  here: number,
): HTMLElement | undefined {
  switch (key) {
    case "ArrowDown":
      return items[(here + 1) % items.length];
    case "ArrowUp":
      return items[(here - 1 + items.length) % items.length];
    case "Home":
      return items[0];
    case "End":
      return items.at(-1);
  }
  if (key.length !== 1 || ctrlKey || metaKey || altKey) return undefined;
  return [...items.slice(here + 1), ...items.slice(0, here + 1)].find((item) =>
    item.textContent.trim().toLowerCase().startsWith(key.toLowerCase()),
  );
}
