/** What other features may use of care: numbers that can be called, and the lines that listen. */
export { LinesHere } from "./LinesHere";
export { WithNumbers } from "./WithNumbers";
