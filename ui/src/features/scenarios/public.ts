/** What other features may use of scenarios. */

export { NoteChips, toggled } from "./components/NoteChips";
export { ScenarioCard } from "./components/ScenarioCard";
export { ScenarioCarousel, ScenarioCarouselSkeleton } from "./components/ScenarioCarousel";
export { ScenarioGrid, ScenarioGridSkeleton } from "./components/ScenarioGrid";
export { ALL_NOTES, CONTENT_NOTES, notesText } from "./contentNotes";
export { cardPreload } from "./preload";
export {
  CARD_LIMITS,
  CARD_PICTURE,
  CARD_WIDTHS,
  GRID_PICTURE,
  isBlurred,
  pictureFor,
  ROW_PICTURE,
  titleOf,
} from "./rules";
