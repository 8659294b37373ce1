/** What other features may use of stories. */
export { KeepStory } from "./KeepStory";
export { ContinueStory, LatestStories } from "./Latest";
export { BeginButton, StartButton, StartNote } from "./StartButton";
export { type Start, useStart } from "./useStart";
export type { Story } from "./wire";
