import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";
import { findChromium } from "./lib/chromium.mjs";
import { startServer } from "./lib/servers.mjs";

/**
 * `npm --prefix ui run lighthouse [-- ROUNDS]`: Lighthouse's mobile scores of home and a scenario, the median of some rounds,
 * against the release build. Ends with 1 where a score is under its target. Measure on a quiet machine.
 */

const TARGETS = { performance: 95, accessibility: 100, "best-practices": 100, seo: 100 };
const rounds = Number(process.argv[2] ?? 3);

const release = resolve(import.meta.dirname, "../../target/release/dramatis");
if (!process.env.DRAMATIS_BIN && existsSync(release)) process.env.DRAMATIS_BIN = release;

const chromePath = findChromium();
if (chromePath === null) {
  console.error("Lighthouse needs Chromium (Debian: apt-get install chromium, or set CHROMIUM).");
  process.exit(1);
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** Scores of 0 to 100 by category, and the audits that cost something. */
async function measure(url, port) {
  const result = await lighthouse(url, { port, logLevel: "error", onlyCategories: Object.keys(TARGETS) });
  const { categories, audits } = result.lhr;
  const scores = Object.fromEntries(
    Object.keys(TARGETS).map((name) => [name, Math.round(categories[name].score * 100)]),
  );
  const lost = Object.values(categories).flatMap(({ auditRefs }) =>
    auditRefs
      .filter(({ id, weight }) => weight > 0 && audits[id].score !== null && audits[id].score < 0.9)
      .map(({ id }) => `${id} ${audits[id].displayValue ?? ""}`.trim()),
  );
  return { scores, lost };
}

const profile = await mkdtemp(join(tmpdir(), "dramatis-lighthouse-"));
const server = await startServer();
const chrome = await launch({
  chromePath,
  userDataDir: profile,
  chromeFlags: [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
});
let failed = 0;
let passed = 0;
try {
  const listed = await (await fetch(`${server.url}/api/v1/scenarios/newest?limit=1`)).json();
  const pages = { home: "/", scenario: `/scenario/${listed.results[0].id}` };
  for (const [name, path] of Object.entries(pages)) {
    // The first visit makes the page and its pictures; a site's visitors rarely are the first.
    await measure(server.url + path, chrome.port);
    const runs = [];
    for (let round = 0; round < rounds; round += 1) runs.push(await measure(server.url + path, chrome.port));
    for (const [category, target] of Object.entries(TARGETS)) {
      const score = median(runs.map(({ scores }) => scores[category]));
      const good = score >= target;
      if (good) passed += 1;
      else failed += 1;
      console.log(
        `${good ? "ok    " : "UNDER "} ${name.padEnd(9)} ${category.padEnd(15)} ${score} (target ${target}; ${runs.map(({ scores }) => scores[category]).join(", ")})`,
      );
    }
    const lost = new Set(runs.flatMap((run) => run.lost));
    if (lost.size > 0) console.log(`       ${name} loses on: ${[...lost].join("; ")}`);
  }
} finally {
  await chrome.kill();
  await server.stop();
  await rm(profile, { recursive: true, force: true });
}
console.log(`lighthouse: ${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
