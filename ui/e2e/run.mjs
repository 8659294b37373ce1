import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { findChromium } from "./lib/chromium.mjs";

/** `npm --prefix ui run e2e [-- playwright's arguments]`: finds the browser, then runs the journeys. */

const here = import.meta.dirname;
const chromium = findChromium();

if (chromium === null) {
  console.warn(
    "SKIPPED: the journeys in a browser need Chromium (Debian: apt-get install chromium, or set CHROMIUM).",
  );
  if (process.env.CI) {
    console.error("CI leaves nothing out.");
    process.exit(1);
  }
  console.log("browser journeys: 0 passed, 0 failed, all skipped");
  process.exit(0);
}

if (!existsSync(join(here, "node_modules/.package-lock.json"))) {
  console.log("==> packages of the browser journeys");
  const install = spawnSync("npm", ["ci", "--no-audit", "--no-fund"], { cwd: here, stdio: "inherit" });
  if (install.status !== 0) process.exit(install.status ?? 1);
}

const cli = join(here, "node_modules/@playwright/test/cli.js");
const journeys = spawnSync(process.execPath, [cli, "test", ...process.argv.slice(2)], {
  cwd: here,
  stdio: "inherit",
  env: { ...process.env, CHROMIUM: chromium },
});
process.exit(journeys.status ?? 1);
