/** Moving house: a hundred cards in pictures beside the site's readers, and a thousand mixed files through a killed server. */
import { mkdirSync, mkdtempSync, openAsBlob, rmSync, statSync, writeFileSync } from "node:fs";
import http from "node:http";
import { basename, join } from "node:path";
import { picture, pngCard, writeCharx, writeJson } from "./cardFiles.mjs";
import { work } from "./paths.mjs";
import { member, paced } from "./people.mjs";
import { get, residentMb, sleep, stop } from "./processes.mjs";
import { fixed, percentile, say, target, wrong } from "./report.mjs";
import { seeded, serve } from "./site.mjs";

const CARDS = 100;
const CARDS_SECS = 20;
const TIMES_SLOWER = 2;
/** A hundredth of very few milliseconds is noise: below this, slower is not felt. */
const FLOOR_MS = 10;
const READS = ["/", "/api/v1/scenarios/newest", "/api/v1/scenarios/search?q=moon"];
const READS_PER_SECOND = 50;

/** The mixed folder, 2 GB together: how many of each kind, and how many of them are damaged. */
const FOLDER = { charx: 20, png: 600, json: 365, damaged: 15 };
const CHARX_PICTURES = 48;
const MORE_MB = 256;
/** Files that are sent at once, as the shelf sends them. */
const SENT_AT_ONCE = 3;
const POLL_MS = 250;

/** About a megabyte. */
const large = (seed) => picture(seed, 560, 800);

/** Sends these files as a folder, each again until it is taken; a file that is there already changes nothing. */
async function sendAll(call, id, files) {
  let at = 0;
  const one = async () => {
    while (at < files.length) {
      const position = at++;
      const path = files[position];
      for (;;) {
        const body = new FormData();
        body.set("file", await openAsBlob(path), basename(path));
        const name = encodeURIComponent(basename(path));
        const sent = await call("POST", `/scenarios/imports/${id}/files?name=${name}&position=${position}`, body).catch((error) => error);
        if (!(sent instanceof Error)) break;
        if (!/fetch failed|answered 5/.test(String(sent))) throw sent;
        await sleep(POLL_MS);
      }
    }
  };
  await Promise.all(Array.from({ length: SENT_AT_ONCE }, one));
}

async function finished(call, id) {
  for (;;) {
    const batch = await call("GET", `/scenarios/imports/${id}`).catch(() => null);
    if (batch?.finished) return batch.counts;
    await sleep(POLL_MS);
  }
}

/** The milliseconds of the site's reads, until `isOver`. */
async function reads(url, agent, seconds, isOver = () => false) {
  const times = [];
  for (let second = 0; second < seconds && !isOver(); second++) {
    const answers = await paced(READS_PER_SECOND, 1, async (at) => ({ status: (await get(url + READS[at % READS.length], { agent })).status }));
    for (const { status, ms } of answers) {
      if (status !== 200) wrong(`the site answered ${status} during an import`);
      times.push(ms);
    }
  }
  return times;
}

async function besideReaders({ copies }, folder) {
  const data = mkdtempSync(join(work, "imports-"));
  seeded(data);
  const files = Array.from({ length: CARDS }, (_, at) => {
    const path = join(folder, `card ${at}.png`);
    writeFileSync(path, pngCard(`Neighbour ${at}`, large(at)));
    return path;
  });
  const bytes = files.reduce((sum, path) => sum + statSync(path).size, 0);
  const { child, url } = await serve("imports", { data, bundle: copies.cached, core: null, env: { DRAMATIS_RATE_LIMITS: "off" } });
  const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });
  try {
    const { call } = await member(url, data, "mover");
    await reads(url, agent, 3);
    const alone = await reads(url, agent, 10);
    const from = performance.now();
    let isOver = false;
    const beside = reads(url, agent, 600, () => isOver);
    const { id } = await call("POST", "/scenarios/imports", { name: "Pictures" });
    await sendAll(call, id, files);
    await call("POST", `/scenarios/imports/${id}/seal`);
    const counts = await finished(call, id);
    const seconds = (performance.now() - from) / 1_000;
    isOver = true;
    if (counts.imported !== CARDS) wrong(`${counts.imported} of ${CARDS} cards were imported`);
    const [before, during] = [percentile(alone, 0.99), percentile(await beside, 0.99)];
    say(`${CARDS} cards in pictures of ${fixed(bytes / CARDS / 1e6, 2)} MB: ${fixed(seconds, 1)} s, from the first byte sent to the last scenario.`);
    say(`The site's reads meanwhile, ${READS_PER_SECOND} a second: p99 ${fixed(during, 1)} ms, ${fixed(before, 1)} ms before.`);
    target(`${CARDS} PNG cards of 1 MB`, seconds, CARDS_SECS, { least: false, unit: " s", digits: 1 });
    target("the site's p99 during it, of that before", Math.max(during, FLOOR_MS) / Math.max(before, FLOOR_MS), TIMES_SLOWER, { least: false });
  } finally {
    agent.destroy();
    await stop(child);
    rmSync(data, { recursive: true, force: true });
  }
}

async function furnish(folder) {
  const files = [];
  const put = (name) => files[files.push(join(folder, name)) - 1];
  for (let at = 0; at < FOLDER.charx; at++) {
    const pictures = Array.from({ length: CHARX_PICTURES }, (_, index) => large(10_000 + at * 100 + index));
    await writeCharx(put(`house ${at}.charx`), `House ${at}`, pictures);
  }
  for (let at = 0; at < FOLDER.png; at++) writeFileSync(put(`face ${at}.png`), pngCard(`Face ${at}`, picture(50_000 + at, 690, 980)));
  for (let at = 0; at < FOLDER.json; at++) writeJson(put(`text ${at}.json`), `Text ${at}`);
  for (let at = 0; at < FOLDER.damaged; at++) {
    const whole = pngCard(`Torn ${at}`, picture(90_000 + at, 64, 96));
    writeFileSync(put(`torn ${at}.png`), whole.subarray(0, whole.length / 3));
  }
  // Mixed as a folder is, the same in every run.
  return files.map((path, at) => [(at * 7_919) % 1_009, path]).sort((a, b) => a[0] - b[0]).map(([, path]) => path);
}

/** Follows a server's memory; `most` is what it had at its largest. */
function watchMemory(pid) {
  const seen = { most: 0 };
  const timer = setInterval(() => (seen.most = Math.max(seen.most, residentMb(pid()))), 100);
  return { seen, end: () => clearInterval(timer) };
}

async function throughAKill({ copies }, folder) {
  const data = mkdtempSync(join(work, "moving-"));
  seeded(data);
  const files = await furnish(folder);
  const bytes = files.reduce((sum, path) => sum + statSync(path).size, 0);
  const settings = { data, bundle: copies.cached, core: null, env: { DRAMATIS_RATE_LIMITS: "off" } };
  const { url, child: first } = await serve("moving", settings);
  let child = first;
  let watch;
  try {
    const { call } = await member(url, data, "mover");
    for (const path of READS) await get(url + path);
    const before = residentMb(child.pid);
    watch = watchMemory(() => child.pid);
    const from = performance.now();
    const { id } = await call("POST", "/scenarios/imports", { name: "House" });
    const sent = sendAll(call, id, files);
    for (;;) {
      const batch = await call("GET", `/scenarios/imports/${id}`).catch(() => null);
      if (batch !== null && batch.counts.imported + batch.counts.failed >= files.length / 2) break;
      await sleep(POLL_MS);
    }
    child.kill("SIGKILL");
    await child.exited;
    ({ child } = await serve("moving", { ...settings, port: Number(new URL(url).port) }));
    await sent;
    await call("POST", `/scenarios/imports/${id}/seal`);
    const counts = await finished(call, id);
    const seconds = (performance.now() - from) / 1_000;
    const good = FOLDER.charx + FOLDER.png + FOLDER.json;
    if (counts.imported !== good || counts.failed !== FOLDER.damaged) wrong(`the folder ended as ${JSON.stringify(counts)}`);
    let own = 0;
    let cursor = null;
    do {
      const page = await call("GET", `/scenarios/my?limit=100${cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`}`);
      own += page.results.length;
      cursor = page.nextCursor;
    } while (cursor !== null);
    if (own !== good) wrong(`${own} scenarios are there, not ${good}`);
    say(`\n${files.length.toLocaleString("en")} files, ${fixed(bytes / 1e9, 2)} GB, ${FOLDER.charx} of them CHARX of ${fixed(statSync(join(folder, "house 0.charx")).size / 1e6, 0)} MB, the server killed in the middle: ${fixed(seconds, 0)} s; ${counts.imported} imported, ${counts.failed} named as damaged, ${own} scenarios there.`);
    say(`Memory: ${fixed(before, 0)} MB before, ${fixed(watch.seen.most, 0)} MB at most.`);
    target("memory of a large import, more than before", watch.seen.most - before, MORE_MB, { least: false, unit: " MB", digits: 0 });
  } finally {
    watch?.end();
    await stop(child);
    rmSync(data, { recursive: true, force: true });
  }
}

export async function imports(how) {
  say("\n## Moving house (SQLite, both cores)\n");
  const folder = mkdtempSync(join(work, "folder-"));
  try {
    mkdirSync(join(folder, "mixed"));
    await besideReaders(how, folder);
    await throughAKill(how, join(folder, "mixed"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
