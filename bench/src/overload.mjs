/** Ten times too much at once: what becomes of money, sign-in and running stories while pages and pictures are flooded. */
import { mkdtempSync, rmSync } from "node:fs";
import http from "node:http";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { modelDouble, work } from "./paths.mjs";
import { freePort, get, sleep, start, stop } from "./processes.mjs";
import { fixed, percentile, say, table, target, wrong } from "./report.mjs";
import { paced, PASSWORD, person, send } from "./people.mjs";
import { seeded, serve } from "./site.mjs";
import { post, reader } from "./streams.mjs";

/** Connections that ask for pages and pictures. */
const FLOOD = 256;
/** Connections that find out how many pages and pictures the server makes when it is asked for nothing else. */
const FEW = 8;
/** So many times that is asked for then. */
const TIMES = 10;
/** Requests a second of each kind that is watched: few, so that they measure the wait and not themselves. */
const PER_SECOND = { probes: 20, "sign-in": 3, "running stories": 8, calls: 20, lists: 20 };
const TIMES_SLOWER = 2;
/** A hundredth of very few milliseconds is noise: below this, slower is not felt. */
const FLOOR_MS = 25;
const LIVE_MS = 100;
const REFUSED_MS = 50;
const PEOPLE = 4;
const READERS = 24;

/** What a watched kind of request does; it resolves with the status. */
function kinds(url, { people, readers, agent }) {
  const api = `${url}/api/v1`;
  const status = async (answer) => (await answer).status;
  return {
    probes: () => status(get(`${url}/livez`, { agent })),
    "sign-in": (at) => status(send(url, "/auth/sign-in", { email: people[at % PEOPLE], password: PASSWORD }, agent)),
    "running stories": async (at) => {
      const { headers, storyId } = readers[at % READERS];
      const response = await post(`${api}/message/create`, { chatID: storyId, message: "Go on." }, { ...headers, accept: "text/event-stream" }, agent);
      await firstWords(response);
      return response.statusCode;
    },
    calls: (at) => status(get(`${api}/stories/${readers[at % READERS].storyId}`, { agent, headers: readers[at % READERS].headers })),
    lists: () => status(get(`${api}/scenarios/newest`, { agent })),
  };
}

/** Resolves with the first words of a reply; the rest is read beside. */
function firstWords(response) {
  return new Promise((resolve) => {
    let text = "";
    response.setEncoding("utf8");
    response.on("data", (chunk) => {
      text += chunk;
      if (/^event: delta$/m.test(text)) resolve();
    });
    response.on("end", resolve);
    response.on("error", resolve);
  });
}

async function watched(all, seconds) {
  const names = Object.keys(PER_SECOND);
  const seen = await Promise.all(names.map((name) => paced(PER_SECOND[name], seconds, async (at) => ({ status: await all[name](at).catch(() => 0) }))));
  return Object.fromEntries(names.map((name, at) => [name, seen[at]]));
}

/** Floods the server from a thread of its own; `end` resolves with what came back. */
function flood(url, kinds, connections, rates) {
  const worker = new Worker(new URL("./flood.mjs", import.meta.url), { workerData: { url, connections, kinds, rates } });
  return {
    async end() {
      const told = new Promise((resolve, reject) => {
        worker.on("message", resolve);
        worker.on("error", reject);
      });
      worker.postMessage("end");
      return told.finally(() => worker.terminate());
    },
  };
}

/** On SQLite, and on PostgreSQL where `bench/run` found one to start. */
export async function overload(how) {
  const cluster = process.env.DRAMATIS_TEST_POSTGRES;
  await flooded("SQLite", {}, how);
  if (cluster === undefined) say("\nPostgreSQL was left out: its programs are not installed.");
  else await flooded("PostgreSQL", { DATABASE_URL: `${cluster}/postgres` }, how);
}

async function flooded(engine, database, { copies, seconds }) {
  say(`\n## Ten times too much, on ${engine}\n`);
  const data = mkdtempSync(join(work, "overload-"));
  seeded(data, database);
  const port = await freePort();
  const double = start("model-double", modelDouble, ["--port", String(port), "--act", "say a short reply and nothing else"], { core: null });
  const { child, url } = await serve("overload", {
    data,
    bundle: copies.uncached,
    core: null,
    env: {
      ...database,
      DRAMATIS_MODELS: JSON.stringify([{ name: "double", url: `http://127.0.0.1:${port}/v1`, concurrency: 1_000 }]),
      DRAMATIS_TRUSTED_PROXIES: "127.0.0.1/32",
      DRAMATIS_RENDERERS: "2",
      DRAMATIS_ALLOWANCE_REPLIES: "1000000",
    },
  });
  const agent = new http.Agent({ keepAlive: true, maxSockets: 256 });
  try {
    const newest = JSON.parse((await get(`${url}/api/v1/scenarios/newest?limit=50`)).body.toString("utf8")).results;
    const people = [];
    for (let at = 0; at < PEOPLE; at++) people.push(await person(url, data, `bench${at}`));
    const readers = [];
    for (let at = 0; at < READERS; at++) readers.push(await reader(`${url}/api/v1`, at, newest[0].id, agent));
    const all = kinds(url, { people, readers, agent });
    await watched(all, 3);
    const length = Math.max(seconds, 3) * 2;
    const quiet = await watched(all, length);
    const scenarios = newest.map(({ id }) => id);
    const wanted = { pages: scenarios, pictures: (await get(`${url}/`)).body.toString("utf8").match(/\/media\/starter\/[\w/-]+\.webp/g) };
    const few = flood(url, wanted, FEW);
    await sleep(length * 1_000);
    const peak = await few.end();
    const rates = Object.fromEntries(Object.entries(peak).map(([name, { answered }]) => [name, answered * TIMES]));
    const storm = flood(url, wanted, FLOOD, rates);
    await sleep(2_000);
    const busy = await watched(all, length);
    const came = await storm.end();
    await sleep(2_000);
    const after = await watched(all, length);
    const p = (seen, share) => percentile(seen.filter(({ status }) => status === 200).map(({ ms }) => ms), share);
    const bad = (seen) => seen.filter(({ status }) => status !== 200).length;
    table(
      ["Kind", "alone p50 ms", "p99", "flooded p50", "p99", "refused", "after p99"],
      Object.keys(PER_SECOND).map((name) => [name, fixed(p(quiet[name], 0.5), 1), fixed(p(quiet[name], 0.99), 1), fixed(p(busy[name], 0.5), 1), fixed(p(busy[name], 0.99), 1), bad(busy[name]), fixed(p(after[name], 0.99), 1)]),
    );
    table(["Flood", "alone/s", "asked/s", "answered/s", "unrendered/s", "refused/s", "answered p50 ms", "p99 ms", "refused p99 ms"], Object.entries(came).map(([name, c]) => [name, fixed(peak[name].answered, 0), fixed(c.offered, 0), fixed(c.answered, 0), fixed(c.handed, 0), fixed(c.refused, 0), fixed(c.p50, 0), fixed(c.p99, 0), fixed(c.refusedP99, 0)]));
    for (const [name, { others }] of Object.entries(came)) {
      if (Object.keys(others).length > 0) wrong(`${engine}: ${name} were answered with ${JSON.stringify(others)}`);
    }
    for (const name of ["sign-in", "running stories", "calls"]) {
      if (bad(quiet[name]) > 0) wrong(`${engine}: ${name}: ${bad(quiet[name])} were not answered while all was quiet`);
      const slower = Math.max(p(busy[name], 0.99), FLOOR_MS) / Math.max(p(quiet[name], 0.99), FLOOR_MS);
      target(`${engine}: p99 of ${name} while flooded, to alone`, slower, TIMES_SLOWER, { least: false });
      target(`${engine}: ${name} refused while flooded`, bad(busy[name]), 0, { least: false, unit: "", digits: 0 });
    }
    target(`${engine}: liveness while flooded: p99`, p(busy.probes, 0.99), LIVE_MS, { least: false, unit: " ms", digits: 0 });
    target(`${engine}: p99 of a refusal`, Math.max(...Object.values(came).map((c) => c.refusedP99)), REFUSED_MS, { least: false, unit: " ms", digits: 0 });
  } finally {
    agent.destroy();
    await stop(child);
    await stop(double);
    rmSync(data, { recursive: true, force: true });
  }
}
