/** Pages of somebody who is signed in: what the database adds to the same page with its answers in memory. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { measure, warmUp } from "./load.mjs";
import { parts, root, work } from "./paths.mjs";
import { member } from "./people.mjs";
import { freePort, get, ready, start, stop } from "./processes.mjs";
import { fixed, median, say, spread, table, target, wrong } from "./report.mjs";
import { pageOf, seeded, serve } from "./site.mjs";

/** What a page may cost of the same one with its answers in memory. */
const MOST = 1.25;
const CONNECTIONS = 8;
/** Pages before the first measurement, for each second of one. */
const WARM_UP_PER_SECOND = 500;

/** Somebody with a record, a story under way and a tag they block: all that a page asks the database for. */
async function reader(url, data) {
  const { cookie, call } = await member(url, data, "member");
  const [first] = (await call("GET", "/discovery/trending?limit=1")).results;
  const [tag] = (await call("GET", "/tags/search?limit=40")).results.slice(-1);
  await call("POST", "/stories/", { scenarioId: first.id });
  await call("PATCH", "/users/me", { blockedTags: [tag.id] });
  return { cookie, scenario: first.id, me: () => call("GET", "/users/me") };
}

/** The page with its answers in memory, for somebody who is always signed in. */
async function inMemory(name, page, bundle, me) {
  const folder = join(work, "members");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name}.answers.json`);
  const { data } = JSON.parse(page.input);
  const answers = Object.fromEntries(Object.entries(data).map(([uri, { body }]) => [uri, body]));
  writeFileSync(file, JSON.stringify({ ...answers, "/users/me": me }));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = start(name, parts, ["member", `127.0.0.1:${port}`, bundle, file], { cwd: root });
  await ready(child, url + page.path);
  return { name: "answers in memory", child, url: url + page.path, headers: {} };
}

async function onePage(name, path, ours, me, bundle, seconds) {
  const headers = { cookie: ours.cookie };
  const page = await pageOf(ours.url, path, headers);
  if (JSON.parse(page.input).viewer?.authorname !== me.authorname) wrong(`${path} was not made for its member`);
  const memory = await inMemory(name, page, bundle, me);
  const both = [memory, { name: "answers from SQLite", child: ours.child, url: ours.url + path, headers }];
  const runs = new Map(both.map((one) => [one, []]));
  try {
    const given = await pageOf(memory.url.slice(0, -path.length), path);
    if (given.markup !== page.markup) wrong(`${path} reads otherwise with its answers in memory`);
    for (const one of both) await warmUp(one.child, one.url, WARM_UP_PER_SECOND * seconds, { seconds, connections: CONNECTIONS, headers: one.headers });
    for (const order of [both, [...both].reverse(), both, [...both].reverse()]) {
      for (const one of order) runs.get(one).push(await measure(one.child, one.url, { seconds, connections: CONNECTIONS, headers: one.headers }));
    }
  } finally {
    await stop(memory.child);
  }
  if ([...runs.values()].flat().some(({ errors }) => errors > 0)) wrong(`requests for ${path} failed`);
  const cpu = (one) => median(runs.get(one).map((run) => run.cpuUs));
  const ratio = cpu(both[1]) / cpu(memory);
  target(`${name}, signed in: to its answers in memory`, ratio, MOST, { least: false });
  return both.map((one, at) => [
    `${name}, ${one.name}`,
    fixed(cpu(one), 0),
    `${fixed(spread(runs.get(one).map((run) => run.cpuUs)) * 100, 0)} %`,
    at === 0 ? "1.00x" : `${fixed(ratio)}x`,
  ]);
}

export async function members({ copies, seconds }) {
  say("\n## Pages of somebody who is signed in\n");
  const data = mkdtempSync(join(work, "members-"));
  seeded(data);
  const { child, url } = await serve("members", { data, bundle: copies.cached });
  try {
    const { cookie, scenario, me } = await reader(url, data);
    const rows = [];
    for (const [name, path] of Object.entries({ scenario: `/scenario/${scenario}`, home: "/", search: "/search" })) {
      rows.push(...(await onePage(name, path, { child, url, cookie }, await me(), copies.cached, seconds)));
    }
    table(["Page", "CPU µs/request", "±", "to memory"], rows);
  } finally {
    await stop(child);
    rmSync(data, { recursive: true, force: true });
  }
}
