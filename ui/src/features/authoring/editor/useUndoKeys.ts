import { useEffect, useEffectEvent } from "react";
import { flushFields } from "../../../lib/useFlush";
import { isTextField } from "./textFields";

/**
 * Whether undo concerns the draft here: in its fields (`data-field`), and where there is no text to be typed.
 * A text beside it, such as a search or a half-typed tag, keeps the browser's own undo; within the place of a
 * field it is marked with `data-own-undo`.
 */
function isDraft(target: EventTarget | null): boolean {
  if (!isTextField(target)) return true;
  const around = target.closest("[data-field], [data-own-undo]");
  return around !== null && !around.matches("[data-own-undo]");
}

/** Takes a step from where the keys were pressed. */
type Take = (from: EventTarget | null) => void;

/**
 * Ctrl+Z and Ctrl+Shift+Z or Ctrl+Y, with the command key on a Mac, wherever the focus is. The browser's own
 * undo, which its menus and gestures offer, would know only one field, so it is the same. What is still being
 * typed becomes a step first; the buttons need not care, since a field that loses the focus passes it on.
 */
export function useUndoKeys(undo: Take, redo: Take): void {
  const run = (step: Take, event: Event) => {
    if (!isDraft(event.target)) return;
    event.preventDefault();
    flushFields();
    step(event.target);
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.altKey) return;
    if (!(event.ctrlKey || event.metaKey)) return;
    const key = event.key.toLowerCase();
    if (key === "z" && !event.shiftKey) run(undo, event);
    else if (key === "z" || (key === "y" && event.ctrlKey)) run(redo, event);
  });
  const onInput = useEffectEvent((event: InputEvent) => {
    if (event.inputType === "historyUndo") run(undo, event);
    else if (event.inputType === "historyRedo") run(redo, event);
  });
  useEffect(() => {
    const keys = (event: KeyboardEvent) => onKey(event);
    const input = (event: InputEvent) => onInput(event);
    document.addEventListener("keydown", keys);
    document.addEventListener("beforeinput", input);
    return () => {
      document.removeEventListener("keydown", keys);
      document.removeEventListener("beforeinput", input);
    };
  }, []);
}
