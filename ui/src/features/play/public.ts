/** What other features may use of the play. */
export { FirstMessage } from "./transcript/FirstMessage";
