import type { Command, Shortcut } from "../contracts";

/** What of a key press decides about a shortcut. */
export interface Press {
  key: string;
  altKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  /** The key's place on the keyboard; on a Mac `Alt` makes another character of it. */
  code?: string;
}

interface Combo {
  key: string;
  alt: boolean;
  ctrl: boolean;
  /** Null where the key itself shows it, as `?` does. */
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

const lower = (key: string) => (key.length === 1 ? key.toLowerCase() : key);

/** The letter on the pressed key, even if `Alt` made another character of it. */
function letterOf({ key, code }: Press): string {
  return /^Key([A-Z])$/.exec(code ?? "")?.[1]?.toLowerCase() ?? lower(key);
}

/** While typing, a character that `Alt` has made is written and no shortcut. */
function matches(text: string, press: Press, typing: boolean): boolean {
  const { key, alt, ctrl, shift } = comboOf(text);
  const pressed = alt && !typing ? letterOf(press) : lower(press.key);
  return (
    pressed === key &&
    press.altKey === alt &&
    (press.ctrlKey || press.metaKey) === ctrl &&
    (shift === null || press.shiftKey === shift)
  );
}

/** Whether a combination is one bare key that writes a character: what acts only after it was switched on (WCAG 2.1.4). */
export function isSwitchable(text: string): boolean {
  return text.length === 1 && text !== "?";
}

/** Works in fields, too: no text is written with it. */
const isForFields = (text: string) => /^Alt\+[a-z]$/.test(text);

/** Whether a press writes a character, which then belongs into the composer. */
export function isWriting({ key, altKey, ctrlKey, metaKey }: Press): boolean {
  // With `AltGr` characters are written, too; the browser reports it as both. Space scrolls and presses.
  const isBare = !metaKey && altKey === ctrlKey;
  return isBare && key !== " " && (Array.from(key).length === 1 || key === "Dead" || key === "Process");
}

/** What a press asks for; null when it is nobody's. */
export function commandOf(
  shortcuts: readonly Shortcut[],
  press: Press,
  at: { typing: boolean; singleKeys: boolean },
): Command | null {
  const found = shortcuts.find(({ keys, whileTyping = false }) =>
    keys.some(
      (text) =>
        (whileTyping || !at.typing || isForFields(text)) &&
        (at.singleKeys || !isSwitchable(text)) &&
        matches(text, press, at.typing),
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
