import type { ContentNote, Rating, Scenario } from "../../api/types";
import { notesText, RATING_NAMES } from "./contentNotes";

/** What an author says of a scenario's content; null: nothing yet, which only a draft can. */
export interface Advice {
  rating: Rating | null;
  notes: readonly ContentNote[] | "undisclosed" | null;
}

/** What is said of a scenario that readers have. */
export const adviceOf = ({ displayData, contentNotes }: Scenario): Advice => ({
  rating: displayData.rating,
  notes: contentNotes ?? "undisclosed",
});

/** What a reader may want to know before the start; empty if that is nothing. */
export function adviceText({ rating, notes }: Advice): string {
  const rated = rating === null || rating === "everyone" ? "" : `Rated ${RATING_NAMES[rating]}.`;
  if (notes === null || notes.length === 0) return rated;
  const contains =
    notes === "undisclosed"
      ? "The author chose not to say what it contains."
      : `Contains ${notesText(notes)}.`;
  return rated === "" ? contains : `${rated} ${contains}`;
}
