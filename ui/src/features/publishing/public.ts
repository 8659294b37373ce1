/** What other features may use of publishing. */
export { PublishForm } from "./PublishForm";
