import { useEffect, useRef, useState } from "react";
import { isSamePlace, type Place, placeOfField } from "../model/parts";
import type { Path } from "../model/path";
import { elementOf, unfold } from "./textFields";

/** What is filled in comes before the buttons around it. A file is chosen by a button. */
const FIELD = "input:not([type=file]), select, textarea";
const CONTROL = "button, a[href]";

/** The first of these within a place that is not folded away there. */
function firstShown(element: Element, selector: string): HTMLElement | undefined {
  return [...element.querySelectorAll<HTMLElement>(selector)].find(
    (each) => each.closest("details:not([open])") === null,
  );
}

/** Puts the focus on a field as soon as its part is on screen. */
export function useFieldFocus({ part, item }: Place): (path: Path) => void {
  const wanted = useRef<Path | null>(null);
  const [asked, setAsked] = useState(0);

  useEffect(() => {
    // Looked at again with every new place.
    void [part, item, asked];
    if (wanted.current === null || !isSamePlace(placeOfField(wanted.current), { part, item })) return;
    const element = elementOf(wanted.current);
    if (element === null) return;
    wanted.current = null;
    unfold(element);
    const field = firstShown(element, FIELD) ?? firstShown(element, CONTROL);
    field?.focus({ preventScroll: true });
    element.scrollIntoView({ block: "center" });
  }, [part, item, asked]);

  return (path) => {
    wanted.current = path;
    setAsked((now) => now + 1);
  };
}
