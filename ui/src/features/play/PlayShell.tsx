/** The play as the server renders it: a skeleton. The rest needs a browser, and is not in the server's script. */

export { PlaySkeleton as default } from "./PlaySkeleton";
export { head } from "./page-head";
