import { buildAll } from "./build.mjs";

/** `npm run build`: what is served. */
await buildAll();
