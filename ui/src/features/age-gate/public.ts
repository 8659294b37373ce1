/** What other features may use of the age gate. */
export { askForAdult } from "./adult-gate";
