import { useSyncExternalStore } from "react";
import { storageKeys } from "../config/cookies";
import type { Me } from "./person";
import type { components } from "./schema.gen";
import { useSession } from "./session";

/** Spec section 3, "Background". */
export type Background = components["schemas"]["Background"];

/** Spec section 3: rich black. */
export const DEFAULT_BACKGROUND: Background = {
  id: "default",
  name: "Default Background",
  type: "color",
  value: "#000814",
  isDefault: true,
};

export interface Preferences {
  fontSize: number;
  backgrounds: Background[];
  /** Chat id to background id. */
  activeChatBackgrounds: Record<string, string>;
}

/** Spec section 5, "Font size", in CSS pixels. */
export const FONT_SIZE = { min: 12, max: 24, initial: 16 } as const;

/** Spec section 5: a stored value counts only as an integer from 12 to 24. */
export function fontSizeOf(stored: string | null): number {
  const size = stored === null || stored.trim() === "" ? Number.NaN : Number(stored);
  return Number.isInteger(size) && size >= FONT_SIZE.min && size <= FONT_SIZE.max ? size : FONT_SIZE.initial;
}

/** Spec section 4, "Logout": nothing of the person is left but the font size, which belongs to the browser. */
export function preferencesOf(
  me: Pick<Me, "preferences"> | null,
  storedFontSize: string | null,
): Preferences {
  const fontSize = fontSizeOf(storedFontSize);
  if (me === null) return { fontSize, backgrounds: [DEFAULT_BACKGROUND], activeChatBackgrounds: {} };
  const own = me.preferences.backgrounds ?? [];
  return {
    fontSize,
    backgrounds: own.length > 0 ? own : [DEFAULT_BACKGROUND],
    activeChatBackgrounds: me.preferences.activeChatBackgrounds ?? {},
  };
}

function subscribe(listener: () => void): () => void {
  addEventListener("storage", listener);
  return () => removeEventListener("storage", listener);
}

/** The preferences of the signed-in person, or a visitor's. */
export function usePreferences(): Preferences {
  const { me } = useSession();
  const stored = useSyncExternalStore(
    subscribe,
    () => localStorage.getItem(storageKeys.fontSize),
    () => null,
  );
  return preferencesOf(me, stored);
}
