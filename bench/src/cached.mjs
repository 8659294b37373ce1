/** Kept pages: ours against a bare handler that sends the same bytes with the same headers. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { measure, warmUp } from "./load.mjs";
import { parts, root, work } from "./paths.mjs";
import { freePort, get, ready, start, stop } from "./processes.mjs";
import { fixed, median, say, spread, table, target, wrong } from "./report.mjs";
import { serve } from "./site.mjs";

const CONNECTIONS = 64;
const REQUESTS_BEFORE = 50_000;
/** What hyper adds by itself. */
const OF_THE_CONNECTION = new Set(["date", "connection", "keep-alive", "transfer-encoding"]);

const CASES = [
  { name: "brotli body", headers: { "accept-encoding": "br" } },
  { name: "whole body", headers: {} },
];

async function oneCase(name, headers, ours, path, seconds) {
  await get(ours.url + path, { headers });
  const answer = await get(ours.url + path, { headers });
  const folder = join(work, "control");
  mkdirSync(folder, { recursive: true });
  const pairs = [];
  for (let at = 0; at < answer.raw.length; at += 2) {
    if (!OF_THE_CONNECTION.has(answer.raw[at].toLowerCase())) pairs.push([answer.raw[at].toLowerCase(), answer.raw[at + 1]]);
  }
  writeFileSync(join(folder, "headers.json"), JSON.stringify(pairs));
  writeFileSync(join(folder, "body.bin"), answer.body);
  if (!String(answer.headers["cache-status"]).includes("hit")) wrong(`${path} is not served from the cache: ${answer.headers["cache-status"]}`);

  const port = await freePort();
  const control = { child: start("control", parts, ["control", `127.0.0.1:${port}`, folder], { cwd: root }), url: `http://127.0.0.1:${port}` };
  await ready(control.child, control.url + path);
  const same = await get(control.url + path, { headers });
  if (!same.body.equals(answer.body)) wrong("the control sends another body");
  const both = { ours, control };
  const runs = { ours: [], control: [] };
  const options = { seconds, connections: CONNECTIONS, headers };
  try {
    for (const one of [ours, control]) await warmUp(one.child, one.url + path, REQUESTS_BEFORE, options);
    for (const order of [["ours", "control"], ["control", "ours"], ["ours", "control"], ["control", "ours"]]) {
      for (const each of order) runs[each].push(await measure(both[each].child, both[each].url + path, options));
    }
  } finally {
    await stop(control.child);
  }
  for (const [each, all] of Object.entries(runs)) if (all.some(({ errors }) => errors > 0)) wrong(`${each} failed requests`);
  const cpu = (each) => median(runs[each].map((run) => run.cpuUs));
  const rate = (each) => median(runs[each].map((run) => run.perSecond));
  say(`\n### ${name}, ${fixed(answer.body.length / 1_024, 1)} KB\n`);
  table(
    ["Server", "CPU µs/request", "±", "requests/s", "±", "p50 ms", "p99 ms"],
    Object.entries(runs).map(([each, all]) => [
      each === "ours" ? "Dramatis, kept page" : "bare axum handler",
      fixed(cpu(each), 1),
      `${fixed(spread(all.map((run) => run.cpuUs)) * 100, 0)} %`,
      fixed(rate(each), 0),
      `${fixed(spread(all.map((run) => run.perSecond)) * 100, 0)} %`,
      fixed(median(all.map((run) => run.p50))),
      fixed(median(all.map((run) => run.p99))),
    ]),
  );
  target(`kept page, ${name}: to a bare axum handler`, cpu("control") / cpu("ours"), 0.92);
}

export async function cached({ data, copies, seconds }) {
  say("\n## Pages from the cache\n");
  const ours = await serve("cached", { data, bundle: copies.cached });
  try {
    for (const { name, headers } of CASES) await oneCase(name, headers, ours, "/", seconds);
  } finally {
    await stop(ours.child);
  }
}
