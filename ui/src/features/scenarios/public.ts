/** What other features may use of scenarios. */

export { type Advice, adviceOf } from "./advice";
export { AuthorLink } from "./components/AuthorLink";
export { NoteChips, toggled } from "./components/NoteChips";
export { ScenarioCard } from "./components/ScenarioCard";
export { ScenarioCarousel, ScenarioCarouselSkeleton } from "./components/ScenarioCarousel";
export { ScenarioGrid, ScenarioGridSkeleton } from "./components/ScenarioGrid";
export { ALL_NOTES, CONTENT_NOTES, notesText, RATING_NAMES } from "./contentNotes";
export { scenarioDescription, scenarioTitle } from "./copy";
export { MakingParts } from "./making/MakingParts";
export { withNames } from "./names";
export { cardPreload } from "./preload";
export {
  CARD_LIMITS,
  CARD_PICTURE,
  CARD_WIDTHS,
  GRID_PICTURE,
  isBlurred,
  pictureFor,
  playerNameOf,
  ROW_PICTURE,
  titleOf,
} from "./rules";
export { ScenarioArticle } from "./ScenarioArticle";
export { opinionOf } from "./useOpinion";
