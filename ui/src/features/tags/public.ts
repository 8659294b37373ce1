/** What other features may use of tags. */
export { TagIndex } from "./TagIndex";
export { TagInput, tagKey } from "./TagInput";
