/** What other features may use of cards. */
export { CardGrid } from "./CardGrid";
