/** Uncached pages: ours, ours without sockets, the engine alone, and the peers, in turns on one core. */
import { createHash } from "node:crypto";
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildNext, buildPipeable } from "../peers/build.mjs";
import { measure, warmUp } from "./load.mjs";
import { bench, bundles, node, parts, root, work } from "./paths.mjs";
import { freePort, get, ready, residentMb, SERVER_CORE, start, stop } from "./processes.mjs";
import { fixed, median, say, spread, table, target, wrong } from "./report.mjs";
import { pageOf, serve } from "./site.mjs";

/** Requests open at once; `page_loop` in `server/app/examples/bench.rs` has as many. */
const CONNECTIONS = 8;
/** Responses whose bytes are compared before and after the load. */
const SAMPLES = 20;
/** Pages for each measurement of what is asked in process. */
const LOOPED = 2_000;
/** Renders before the first measurement, for each second of one: 5,000 at the usual five seconds. */
const WARM_UP_PER_SECOND = 1_000;

const PEERS = ["ours", "ours with SQL", "string", "pipeable", "next"];
const NAMES = {
  ours: "Dramatis, answers in memory",
  "ours with SQL": "Dramatis, answers from SQLite",
  inProcess: "the same, asked in process, without HTTP",
  loop: "the engine alone, in a loop",
  string: "node:http + renderToString",
  pipeable: "node:http + renderToPipeableStream",
  next: "Next.js",
};

const hash = (bytes) => createHash("sha256").update(bytes).digest("hex");

/** The words a reader sees: markup without tags, comments and scripts. */
const words = (html) =>
  html
    .replace(/<script[\s\S]*?<\/script>|<style[\s\S]*?<\/style>|<!--[\s\S]*?-->/g, "")
    .replace(/<[^>]+>/g, "\n")
    .replace(/\s+/g, " ")
    .trim();

const rootOf = (html) => html.slice(html.indexOf('<div id="root">'));

async function startPeer(name, page, fixture, built) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}${page.path}`;
  const production = { NODE_ENV: "production" };
  const peer = join(bench, "peers/node.mjs");
  let child;
  if (name === "ours") child = start(name, parts, ["given", `127.0.0.1:${port}`, built.uncached, fixture.answers], { cwd: root });
  if (name === "string") {
    const script = join(built.uncached, "server/entry-server.js");
    child = start(name, node, [peer, "string", String(port), fixture.page, script], { env: production });
  }
  if (name === "pipeable") child = start(name, node, [peer, "pipeable", String(port), fixture.page, built.pipeable], { env: production });
  if (name === "next") {
    const env = { ...production, BENCH_PAGE: fixture.page, NEXT_TELEMETRY_DISABLED: "1" };
    child = start(name, node, [built.next.next, "start", "-p", String(port), "-H", "127.0.0.1"], { cwd: built.next.app, env });
  }
  if (name === "ours with SQL") {
    const own = await serve("ours-with-sql", { data: built.data, bundle: built.uncached });
    return { name, child: own.child, url: own.url + page.path };
  }
  await ready(child, url);
  return { name, child, url };
}

/** Whether the peer sends the page. Ours and the string peer must send the same bytes, the others the same words. */
async function verify(peer, page) {
  const answers = await Promise.all(Array.from({ length: SAMPLES }, () => get(peer.url)));
  if (answers.some(({ status, headers }) => status !== 200 || headers["x-render"] !== undefined)) wrong(`${peer.name} did not render ${page.path}`);
  const html = answers[0].body.toString("utf8");
  peer.bytes = answers[0].body.length;
  const same = new Set(answers.map(({ body }) => hash(body)));
  if (same.size !== 1 && peer.name !== "next") wrong(`${peer.name} sends ${same.size} different pages for ${page.path}`);
  if (peer.name === "string") {
    if (html !== page.html) wrong(`${peer.name} sends other bytes than ours for ${page.path}`);
    return;
  }
  const markup = peer.name.startsWith("ours") ? html.includes(page.markup) : words(rootOf(html)) === words(`<div id="root">${page.markup}</div>`);
  if (!markup) wrong(`${peer.name} sends another text than ours for ${page.path}`);
}

/** Runs a part of ours to its end, without a client. */
function looped(...args) {
  const done = spawnSync("taskset", ["-c", SERVER_CORE, parts, ...args.map(String)], { cwd: root, encoding: "utf8" });
  if (done.status !== 0) throw new Error(done.stderr);
  const { renders, cpuMs, wallMs } = JSON.parse(done.stdout);
  return { perSecond: (renders * 1_000) / wallMs, cpuUs: (cpuMs * 1_000) / renders, errors: 0 };
}

async function onePage(name, path, built, peers, seconds) {
  const ours = await serve("reference", { data: built.data, bundle: built.uncached });
  const page = await pageOf(ours.url, path);
  await stop(ours.child);
  const folder = join(work, "pages");
  mkdirSync(folder, { recursive: true });
  const fixture = { page: join(folder, `${name}.json`), input: join(folder, `${name}.input.json`), answers: join(folder, `${name}.answers.json`) };
  const { data } = JSON.parse(page.input);
  const { head } = JSON.parse(renderOnce(built, page.input));
  writeFileSync(fixture.page, JSON.stringify({ ...page, head }));
  writeFileSync(fixture.input, page.input);
  writeFileSync(fixture.answers, JSON.stringify(Object.fromEntries(Object.entries(data).map(([uri, { body }]) => [uri, body]))));

  const before = Math.ceil(WARM_UP_PER_SECOND * seconds);
  const runs = Object.fromEntries([...peers, "inProcess", "loop"].map((peer) => [peer, []]));
  const started = [];
  try {
    for (const peer of peers) {
      const one = await startPeer(peer, page, fixture, built);
      started.push(one);
      await verify(one, page);
      await warmUp(one.child, one.url, before, { seconds, connections: CONNECTIONS });
    }
    // A B B A: whatever changes slowly about the machine falls on all of them alike.
    for (const order of [started, [...started].reverse(), started, [...started].reverse()]) {
      for (const one of order) runs[one.name].push(await measure(one.child, one.url, { seconds, connections: CONNECTIONS }));
      runs.inProcess.push(looped("pages", built.uncached, fixture.answers, path, before, LOOPED));
      runs.loop.push(looped("loop", built.uncached, fixture.input, before, LOOPED));
    }
    for (const one of started) {
      await verify(one, page);
      one.mb = residentMb(one.child.pid);
    }
  } finally {
    await Promise.all(started.map(({ child }) => stop(child)));
  }
  for (const [peer, all] of Object.entries(runs)) if (all.some(({ errors }) => errors > 0)) wrong(`${peer} failed requests for ${path}`);
  return summary(name, page, runs, started);
}

/** The head of a page, from the server script itself, in a process of its own. */
function renderOnce(built, input) {
  const script = 'const fs=require("fs");require("vm").runInThisContext(fs.readFileSync(process.argv[1],"utf8"));process.stdout.write(dramatisRender(fs.readFileSync(0,"utf8")).split("\\n",1)[0])';
  const done = spawnSync(node, ["-e", script, join(built.uncached, "server/entry-server.js")], { input, encoding: "utf8", maxBuffer: 64 << 20 });
  if (done.status !== 0) throw new Error(done.stderr);
  return done.stdout;
}

function summary(name, page, runs, started) {
  const cpu = (peer) => median(runs[peer].map((run) => run.cpuUs));
  const rate = (peer) => median(runs[peer].map((run) => run.perSecond));
  const elements = page.markup.match(/<[a-z]/g)?.length ?? 0;
  say(`\n### ${name}: ${page.path}\n`);
  say(`${elements} elements, ${fixed(page.markup.length / 1_024, 0)} KB of markup, ${fixed(page.input.length / 1_024, 0)} KB of data; ${CONNECTIONS} connections; medians of ${runs.loop.length} runs.\n`);
  const base = cpu(started[0].name);
  table(
    ["Server", "CPU µs/request", "±", "requests/s", "±", "p50 ms", "p99 ms", "MB", "its CPU / ours"],
    Object.entries(runs).map(([peer, all]) => {
      const one = started.find((each) => each.name === peer);
      return [
        NAMES[peer],
        fixed(cpu(peer), 0),
        `${fixed(spread(all.map((run) => run.cpuUs)) * 100, 0)} %`,
        fixed(rate(peer), 0),
        `${fixed(spread(all.map((run) => run.perSecond)) * 100, 0)} %`,
        one ? fixed(median(all.map((run) => run.p50))) : "–",
        one ? fixed(median(all.map((run) => run.p99))) : "–",
        one ? fixed(one.mb, 0) : "–",
        `${fixed(cpu(peer) / base)}x`,
      ];
    }),
  );
  return { name, cpu, has: (peer) => peer in runs };
}

export async function pages({ data, copies, seconds }) {
  say("\n## Pages, rendered for every request\n");
  const wanted = process.env.BENCH_PEERS?.split(",").map((peer) => peer.trim()) ?? PEERS;
  const peers = PEERS.filter((peer) => wanted.includes(peer) || peer.startsWith("ours"));
  const sprite = JSON.parse(readFileSync(join(bundles, "manifest.json"), "utf8")).icons.sprite;
  const built = { ...copies, data };
  if (peers.includes("pipeable")) built.pipeable = await buildPipeable(sprite);
  if (peers.includes("next")) built.next = await buildNext(sprite);

  const first = await serve("first", { data, bundle: copies.uncached });
  const list = JSON.parse((await get(`${first.url}/api/v1/discovery/trending?limit=1`)).body.toString("utf8"));
  await stop(first.child);
  const all = { scenario: `/scenario/${list.results[0].id}`, home: "/", search: "/search" };
  const names = (process.env.BENCH_PAGES ?? "scenario,home,search").split(",");
  const done = [];
  for (const name of names.filter((each) => each in all)) done.push(await onePage(name, all[name], built, peers, seconds));
  for (const { name, cpu, has } of done) {
    const ratio = (peer) => cpu(peer) / cpu("ours");
    if (has("string")) target(`${name}, uncached: to node renderToString`, ratio("string"), 1.15);
    if (has("pipeable")) target(`${name}, uncached: to node renderToPipeableStream`, ratio("pipeable"), 2);
    if (has("next")) target(`${name}, uncached: to Next.js`, ratio("next"), 5);
    target(`${name}, uncached: to the same in process`, ratio("inProcess"), 0.9);
    target(`${name}, uncached: to the engine alone`, ratio("loop"), 0.9);
  }
}
