/** The play as the server knows it: an empty stage. What happens there needs a browser, and is not in the server's script. */

export { PlaySkeleton as default } from "./PlaySkeleton";
export { head } from "./page-head";
