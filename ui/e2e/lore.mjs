import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { chromium } from "@playwright/test";
import { findChromium } from "./lib/chromium.mjs";
import { startServer } from "./lib/servers.mjs";

/**
 * `npm --prefix ui run lore`: how soon a lorebook of 500 entries is open in the editor, and how soon a letter that is typed
 * into one of them is on the screen, with the processor four times as slow. Measure on a quiet machine.
 */

const ENTRIES = 500;
const SLOWER = 4;
const OPEN_MS = 300;
/** A letter that takes longer is felt (web.dev, "Interaction to Next Paint"). */
const LETTER_MS = 200;
const ROUNDS = 5;
const TYPED = "The harbour bell rings twice for ships that are not on any list.";

const release = resolve(import.meta.dirname, "../../target/release/dramatis");
if (!process.env.DRAMATIS_BIN && existsSync(release)) process.env.DRAMATIS_BIN = release;

const executablePath = findChromium();
if (executablePath === null) {
  console.error("This needs Chromium (Debian: apt-get install chromium, or set CHROMIUM).");
  process.exit(1);
}

const sentence = (at) =>
  `On day ${at} the ${["mill", "pier", "orchard", "tram"][at % 4]} is closed, and nobody says why. `;

function draft() {
  const entry = (at) => ({
    id: `entry-${at}`,
    name: `Entry ${at}`,
    keys: [`place ${at}`, `the ${at}th place`],
    content: Array.from({ length: 6 }, (_, line) => sentence(at + line)).join(""),
  });
  const entries = Array.from({ length: ENTRIES }, (_, at) => entry(at));
  return { title: "Five hundred places", lorebooks: [{ id: "book", book: { name: "Places", entries } }] };
}

const share = (values, part) => values.toSorted((a, b) => a - b)[Math.ceil(values.length * part) - 1];

/** Milliseconds from a click on the part until its first entries are painted. */
async function opened(page) {
  const parts = page.getByRole("navigation", { name: "Parts of the scenario" });
  await parts.getByRole("link", { name: /^Setting/ }).click();
  await page.getByRole("heading", { level: 2, name: "Setting" }).waitFor();
  const lore = parts.getByRole("link", { name: /^Lore/ });
  return lore.evaluate(
    (button) =>
      new Promise((done) => {
        const from = performance.now();
        const look = () => {
          if (document.querySelector("[data-entry]") === null) requestAnimationFrame(look);
          // What is in the page now is painted before the next task after a frame.
          else requestAnimationFrame(() => setTimeout(() => done(performance.now() - from)));
        };
        button.click();
        requestAnimationFrame(look);
      }),
  );
}

/** Milliseconds of each letter from the key to the next painted frame. */
async function typed(page) {
  await page.locator("[data-entry]").first().click();
  const content = page.getByLabel("Content", { exact: true });
  await content.click();
  await page.evaluate(() => {
    window.letters = [];
    addEventListener(
      "keydown",
      () => {
        const from = performance.now();
        requestAnimationFrame(() => setTimeout(() => window.letters.push(performance.now() - from)));
      },
      true,
    );
  });
  await content.pressSequentially(TYPED, { delay: 60 });
  return page.evaluate(() => window.letters);
}

const server = await startServer({ settings: { DRAMATIS_RATE_LIMITS: "off" } });
process.env.DRAMATIS_E2E_SERVERS = JSON.stringify({
  site: server.url,
  outbox: join(server.dataDir, "outbox"),
});
const { asPerson, newPerson, signInAs } = await import("./lib/people.ts");
const { begunWith } = await import("./lib/drafts.ts");
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
let under = 0;
const report = (what, value, most) => {
  const good = value <= most;
  if (!good) under += 1;
  console.log(`${good ? "ok    " : "OVER  "} ${what.padEnd(40)} ${value.toFixed(0)} ms (at most ${most})`);
};
try {
  const person = await newPerson("lore");
  const api = await asPerson(person);
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await signInAs(page, person);
  const id = await begunWith(page, server.url, api, draft());
  await page.goto(`${server.url}/my-scenarios/${id}`);
  await page.getByLabel("Title", { exact: true }).waitFor();
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  await opened(page);
  const times = [];
  for (let round = 0; round < ROUNDS; round += 1) times.push(await opened(page));
  const letters = await typed(page);
  report(`${ENTRIES} entries open, the median of ${ROUNDS}`, share(times, 0.5), OPEN_MS);
  report(`a letter, the slowest of ${letters.length}`, Math.max(...letters), LETTER_MS);
  console.log(
    `       opened in ${times.map((ms) => ms.toFixed(0)).join(", ")}; a letter's median ${share(letters, 0.5).toFixed(0)} ms`,
  );
} finally {
  await browser.close();
  await server.stop();
}
process.exitCode = under > 0 ? 1 : 0;
