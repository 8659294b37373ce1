/** The editor as the server renders it: nothing, since it works on what this browser keeps, too. */

export { EditorSkeleton as default } from "./editor/EditorSkeleton";
export { head } from "./editor/head";
