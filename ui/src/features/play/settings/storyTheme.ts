import { storageKeys } from "../../../config/cookies";

/** The theme a story gives the page while it is on screen: its variables, and whether it is a light one. */
export interface AppliedTheme {
  tokens: Readonly<Record<string, string>>;
  light: boolean;
}

/** As it lies in the browser. */
interface Stored {
  chatID: string;
  dress: AppliedTheme;
}

/** The variables that are set at present. */
let applied: readonly string[] = [];

function show(light: boolean, themed: boolean): void {
  const { classList, style } = document.documentElement;
  classList.toggle("light", light);
  classList.toggle("dark", !light);
  classList.toggle("themed", themed);
  if (themed) style.colorScheme = light ? "light" : "dark";
  else style.removeProperty("color-scheme");
}

/** Goes back to the site's own theme. */
export function resetTheme(light: boolean): void {
  if (applied.length === 0) return;
  for (const name of applied) document.documentElement.style.removeProperty(name);
  applied = [];
  show(light, false);
}

/** Sets the variables of a theme on the page. */
export function applyTheme({ tokens, light }: AppliedTheme): void {
  const { style } = document.documentElement;
  for (const name of applied) style.removeProperty(name);
  applied = Object.keys(tokens);
  // Not as an attribute, which the policy would forbid.
  for (const [name, value] of Object.entries(tokens)) style.setProperty(name, value);
  show(light, true);
}

/** Stores the theme of the latest story, so that it opens with it; null removes it. */
export function storeTheme(chatID: string, theme: AppliedTheme | null): void {
  if (theme !== null)
    localStorage.setItem(storageKeys.storyTheme, JSON.stringify({ chatID, dress: theme } satisfies Stored));
  else if (storedTheme(chatID) !== null) localStorage.removeItem(storageKeys.storyTheme);
}

/** The stored theme of this story, or null. */
export function storedTheme(chatID: string): AppliedTheme | null {
  try {
    const kept = JSON.parse(localStorage.getItem(storageKeys.storyTheme) ?? "null") as Stored | null;
    if (kept?.chatID !== chatID || typeof kept.dress.light !== "boolean") return null;
    const tokens = Object.entries(kept.dress.tokens).filter(
      ([name, value]) => name.startsWith("--t-") && typeof value === "string",
    );
    return { tokens: Object.fromEntries(tokens), light: kept.dress.light };
  } catch (cause) {
    // Spec section 4: what cannot be read is logged, and the default is kept.
    console.error("The stored theme could not be read", cause);
    localStorage.removeItem(storageKeys.storyTheme);
    return null;
  }
}
