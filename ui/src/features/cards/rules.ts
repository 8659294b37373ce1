import type { Card } from "../../api/types";
import { plainText } from "../../lib/prose";

/** A card's name: what it is shown under, else the name in its model. */
export function cardName(card: Card): string {
  if (card.displayData.displayName.trim() !== "") return card.displayData.displayName;
  return "name" in card.cardModel ? card.cardModel.name : "";
}

/** A card's one line: its tagline, else the beginning of what describes it. The page loads no more of the model than that. */
export function cardTagline(card: Card): string {
  const { tagline, description } = card.displayData;
  if (tagline.trim() !== "") return tagline;
  if (description.trim() !== "") return plainText(description);
  return "name" in card.cardModel ? plainText(card.cardModel.description) : "";
}
