/** What other features may use of stories. */
export { KeepStory } from "./KeepStory";
export { ContinueStory, LatestStories } from "./Latest";
export { BeginButton, StartButton, StartNote } from "./StartButton";
export type { Story } from "./types";
export { type Start, useStart } from "./useStart";
