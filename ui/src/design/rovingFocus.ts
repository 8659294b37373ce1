import type { KeyboardEvent } from "react";

const STEP: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

function targetOf(key: string, links: readonly HTMLElement[], here: number): HTMLElement | undefined {
  if (key === "Home") return links[0];
  if (key === "End") return links.at(-1);
  const step = STEP[key];
  return step === undefined ? undefined : links[here + step];
}

/** Lets the arrow keys, Home and End walk along the links of a row, one per list item. `selector` finds them. */
export function moveAlongRow(selector: string) {
  return (event: KeyboardEvent<HTMLElement>): void => {
    const links = Array.from(event.currentTarget.querySelectorAll<HTMLElement>(selector));
    const here = links.findIndex((link) => link.closest("li")?.contains(document.activeElement));
    const target = here < 0 ? undefined : targetOf(event.key, links, here);
    if (target === undefined) return;
    event.preventDefault();
    target.focus();
    target.closest("li")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  };
}
