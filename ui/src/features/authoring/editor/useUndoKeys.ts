import { useEffect, useEffectEvent } from "react";

/**
 * Ctrl+Z and Ctrl+Shift+Z or Ctrl+Y, with the command key on a Mac, wherever the focus is. The browser's own
 * undo, which its menus and gestures offer, would know only one field, so it is the same.
 */
export function useUndoKeys(undo: () => void, redo: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.altKey) return;
    if (!(event.ctrlKey || event.metaKey)) return;
    const key = event.key.toLowerCase();
    if (key === "z" && !event.shiftKey) undo();
    else if (key === "z" || (key === "y" && event.ctrlKey)) redo();
    else return;
    event.preventDefault();
  });
  const onInput = useEffectEvent((event: InputEvent) => {
    if (event.inputType === "historyUndo") undo();
    else if (event.inputType === "historyRedo") redo();
    else return;
    event.preventDefault();
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
