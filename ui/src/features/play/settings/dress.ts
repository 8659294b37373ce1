import { storageKeys } from "../../../config/cookies";

/** What the house wears while a story is on stage: the variables of its theme, and whether that is a light one. */
export interface Dress {
  tokens: Readonly<Record<string, string>>;
  light: boolean;
}

let worn: readonly string[] = [];

function show(light: boolean, themed: boolean): void {
  const { classList, style } = document.documentElement;
  classList.toggle("light", light);
  classList.toggle("dark", !light);
  classList.toggle("themed", themed);
  if (themed) style.colorScheme = light ? "light" : "dark";
  else style.removeProperty("color-scheme");
}

/** Back to the house's own, which is light or not. */
export function takeOff(light: boolean): void {
  if (worn.length === 0) return;
  for (const name of worn) document.documentElement.style.removeProperty(name);
  worn = [];
  show(light, false);
}

export function putOn({ tokens, light }: Dress): void {
  const { style } = document.documentElement;
  for (const name of worn) style.removeProperty(name);
  worn = Object.keys(tokens);
  // Not as an attribute, which the policy would forbid.
  for (const [name, value] of Object.entries(tokens)) style.setProperty(name, value);
  show(light, true);
}

/** Keeps what the latest story wore, so that it opens in its own light. */
export function keepDress(chatID: string, dress: Dress | null): void {
  if (dress !== null) localStorage.setItem(storageKeys.dress, JSON.stringify({ chatID, dress }));
  else if (keptDress(chatID) !== null) localStorage.removeItem(storageKeys.dress);
}

export function keptDress(chatID: string): Dress | null {
  try {
    const kept = JSON.parse(localStorage.getItem(storageKeys.dress) ?? "null") as {
      chatID: string;
      dress: Dress;
    } | null;
    if (kept?.chatID !== chatID || typeof kept.dress.light !== "boolean") return null;
    const tokens = Object.entries(kept.dress.tokens).filter(
      ([name, value]) => name.startsWith("--t-") && typeof value === "string",
    );
    return { tokens: Object.fromEntries(tokens), light: kept.dress.light };
  } catch (cause) {
    // Spec section 4: what cannot be read is said in the log, and the default is kept.
    console.error("The stored theme could not be read", cause);
    localStorage.removeItem(storageKeys.dress);
    return null;
  }
}
