import { existsSync, statSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { out } from "./place.mjs";

/** Script a first visit to a screen that is open to everyone loads, in brotli bytes. */
const SCRIPT_BUDGET = 120 * 1024;

const kb = (bytes) => `${(bytes / 1024).toFixed(1)} KB`;

function size(url) {
  const file = join(out, "client/assets", `${basename(url)}.br`);
  return existsSync(file) ? statSync(file).size : 0;
}

const total = (urls) => urls.reduce((sum, url) => sum + size(url), 0);

/** Prints what the build weighs, and fails when a first visit would load too much script. */
export function report({ entry, modulepreload, styles, routeChunks }, routes, { dev, ms }) {
  const initial = total([entry, ...modulepreload]);
  const [worst] = routes
    .filter(({ row, source }) => row.guard === "none" && source !== undefined)
    .map(({ row }) => ({ id: row.id, bytes: initial + total(routeChunks[row.id]) }))
    .sort((a, b) => b.bytes - a.bytes);
  console.log(
    `ui: built in ${Math.round(ms)} ms; script ${kb(initial)} br, with a screen at most ${kb(worst.bytes)} (${worst.id}), styles ${kb(total(styles))} br → ${relative(process.cwd(), out)}`,
  );
  if (worst.bytes > SCRIPT_BUDGET && !dev) {
    throw new Error(`The script of ${worst.id} is over its budget of ${kb(SCRIPT_BUDGET)}`);
  }
}
