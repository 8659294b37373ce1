import { type KeyboardEvent, type RefObject, useState } from "react";
import { type Completion, closedAfter, completionAt, insertionAt, type Option } from "./completion";

/** What is offered while a macro is typed into a text area, and which of it is chosen by Enter. */
interface Offer extends Completion {
  /** The place of what Enter chooses; behind the last: the way to all. */
  active: number;
  /** It was asked for by a button: there are no braces. */
  isAsked: boolean;
}

/** Writes as if it were typed: the browser's own undo takes it back. */
function write(area: HTMLTextAreaElement, text: string): void {
  // Deprecated, and the only way of all browsers that keeps undo.
  if (typeof document.execCommand === "function" && document.execCommand("insertText", false, text)) return;
  area.setRangeText(text, area.selectionStart, area.selectionEnd, "end");
  area.dispatchEvent(new Event("input", { bubbles: true }));
}

function accept(area: HTMLTextAreaElement, { from }: Completion, { text, marked }: Option): void {
  const caret = area.selectionStart;
  area.focus();
  area.setSelectionRange(from, caret + closedAfter(area.value, caret));
  write(area, text);
  if (marked !== null) area.setSelectionRange(from + marked.from, from + marked.to);
}

/** Completes the macros of a text area. */
export function useCompletion(area: RefObject<HTMLTextAreaElement | null>, names: readonly string[]) {
  const [offer, setOffer] = useState<Offer | null>(null);

  /** Looks at the text anew; `typed`: whether something was written, which may open the list. */
  const look = (typed: boolean) => {
    const element = area.current;
    if (element === null || (!typed && offer === null)) return;
    const { selectionStart: caret, selectionEnd } = element;
    if (!typed && offer?.isAsked && caret === offer.from && caret === selectionEnd) return;
    const isWhole = offer !== null && !offer.isAsked && !offer.hasMore;
    const found = caret === selectionEnd ? completionAt(element.value, caret, names, isWhole) : null;
    setOffer((was) => {
      if (found === null) return null;
      const same =
        was?.options.length === found.options.length && was.options[0]?.text === found.options[0]?.text;
      return { ...found, active: same ? was.active : 0, isAsked: false };
    });
  };

  /** Offers what can be put in at the caret. */
  const ask = () => {
    const element = area.current;
    if (element === null) return;
    element.focus();
    const caret = element.selectionEnd;
    element.setSelectionRange(caret, caret);
    setOffer({ ...insertionAt(caret, names, false), active: 0, isAsked: true });
  };

  const showAll = () => {
    if (offer !== null) setOffer({ ...offer, ...insertionAt(offer.from, names, true), active: 0 });
  };

  const choose = (option: Option) => {
    if (area.current !== null && offer !== null) accept(area.current, offer, option);
    setOffer(null);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (offer === null || event.nativeEvent.isComposing) return;
    const count = offer.options.length + (offer.hasMore ? 1 : 0);
    const active = offer.options[offer.active];
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0) setOffer({ ...offer, active: (offer.active + step + count) % count });
    else if (event.key === "Enter" || event.key === "Tab") active === undefined ? showAll() : choose(active);
    else if (event.key === "Escape") setOffer(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return { offer, look, ask, showAll, choose, onKeyDown, close: () => setOffer(null) };
}
