/** What other features may use of scenarios. */
export { ScenarioCard } from "./components/ScenarioCard";
export { ScenarioCarousel, ScenarioCarouselSkeleton } from "./components/ScenarioCarousel";
export { ScenarioGrid, ScenarioGridSkeleton } from "./components/ScenarioGrid";
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
