import type { Command, Shortcut } from "../contracts";

/** What of a key press decides about a shortcut. */
export interface Press {
  key: string;
  altKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
}

interface Combo {
  key: string;
  alt: boolean;
  ctrl: boolean;
  /** Null where the key itself says it, as `?` does. */
  shift: boolean | null;
}

function comboOf(text: string): Combo {
  const parts = text.split("+");
  const key = parts.pop() ?? "";
  return {
    key,
    alt: parts.includes("Alt"),
    ctrl: parts.includes("Ctrl"),
    shift: parts.includes("Shift") ? true : key.length === 1 && !/[a-z0-9]/.test(key) ? null : false,
  };
}

function matches(text: string, press: Press): boolean {
  const { key, alt, ctrl, shift } = comboOf(text);
  const pressed = press.key.length === 1 ? press.key.toLowerCase() : press.key;
  return (
    pressed === key &&
    press.altKey === alt &&
    (press.ctrlKey || press.metaKey) === ctrl &&
    (shift === null || press.shiftKey === shift)
  );
}

/** Whether a combination is one bare key that writes a character: what can be switched off (WCAG 2.1.4). */
function isSingleKey(text: string): boolean {
  return text.length === 1;
}

/** What a press asks for; null when it is nobody's. */
export function commandOf(
  shortcuts: readonly Shortcut[],
  press: Press,
  at: { typing: boolean; singleKeys: boolean },
): Command | null {
  const found = shortcuts.find(
    ({ keys, whileTyping = false, command }) =>
      (whileTyping || !at.typing) &&
      keys.some(
        (text) => (at.singleKeys || command === "help" || !isSingleKey(text)) && matches(text, press),
      ),
  );
  return found?.command ?? null;
}

const NAMES: Readonly<Record<string, string>> = {
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
  Escape: "Esc",
};

/** A combination as its keys are lettered: `Alt+ArrowUp` is `Alt` and `↑`. */
export function keyNames(text: string): string[] {
  return text.split("+").map((part) => NAMES[part] ?? (part.length === 1 ? part.toUpperCase() : part));
}
