import { useEffect, useLayoutEffect, useRef } from "react";
import type { DraftSession } from "../model/session";
import { isTextField, placeIn, type TextField } from "./textFields";

interface Caret {
  field: TextField;
  text: string;
  start: number;
  end: number;
  scrolled: number;
}

function caretNow(): Caret | null {
  const field = document.activeElement;
  if (!isTextField(field) || field.selectionStart === null) return null;
  const { value, selectionStart, selectionEnd, scrollTop } = field;
  return {
    field,
    text: value,
    start: selectionStart,
    end: selectionEnd ?? selectionStart,
    scrolled: scrollTop,
  };
}

/**
 * Keeps the cursor at its word when the text that is being typed in changes otherwise than by typing: another
 * window's words are merged into it. A browser would put the cursor at the end, and what is typed on with it.
 */
export function useKeptCaret(session: DraftSession): void {
  const before = useRef<Caret | null>(null);
  // Told of a change, the page still shows the draft as it was; while somebody types, the field is ahead.
  useEffect(
    () =>
      session.subscribe(() => {
        before.current ??= caretNow();
      }),
    [session],
  );
  useLayoutEffect(() => {
    const caret = before.current;
    before.current = null;
    if (caret === null || document.activeElement !== caret.field) return;
    const { field, text, start, end, scrolled } = caret;
    if (field.value === text) return;
    field.setSelectionRange(placeIn(field.value, text, start), placeIn(field.value, text, end));
    field.scrollTop = scrolled;
  });
}
