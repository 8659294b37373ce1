import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** The same engine without the browser's own windows comes first: what nobody looks at need not be drawn. */
const NAMES = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
];

/** The browser of this machine: CHROMIUM, or the first known name on the path; or null. */
export function findChromium() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
    for (const name of NAMES) {
      try {
        accessSync(join(folder, name), constants.X_OK);
        return join(folder, name);
      } catch {
        // Not here; look further.
      }
    }
  }
  return null;
}
