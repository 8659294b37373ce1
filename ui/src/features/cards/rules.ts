import type { CardPoster } from "../../api/types";
import { plainText } from "../../lib/prose";

/** A card's one line: its tagline, else the beginning of what describes it. */
export function cardTagline({ tagline, description }: Pick<CardPoster, "tagline" | "description">): string {
  return tagline.trim() === "" ? plainText(description) : tagline;
}
