import { watch, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildAll } from "../build.mjs";
import { out, ui } from "../place.mjs";
import { restartServer } from "./site.mjs";

/**
 * `npm run dev`: builds again on every change of a source, starts the site again with what was built, and has the
 * open pages reload themselves (reload.ts).
 */

/** Changes this close together are one, in milliseconds. */
const SETTLE_MS = 120;

async function again() {
  const dev = String(Date.now());
  await buildAll({ dev });
  await restartServer();
  // Written last: a page that reads it gets the new build.
  writeFileSync(join(out, "client/assets/dev-build.txt"), dev);
}

let waiting;
let running = Promise.resolve();
function onChange() {
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    running = running.then(again).catch((error) => console.error(error.message));
  }, SETTLE_MS);
}

running = again();
await running;
watch(join(ui, "src"), { recursive: true }, onChange);
console.log("ui: watching src");
