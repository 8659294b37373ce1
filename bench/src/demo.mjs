/** The demo on a busy machine: how soon a reply begins when both cores have other work. */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import http from "node:http";
import { cpus } from "node:os";
import { join } from "node:path";
import { root, work } from "./paths.mjs";
import { get, stop } from "./processes.mjs";
import { fixed, percentile, say, table, target, wrong } from "./report.mjs";
import { seeded, serve } from "./site.mjs";
import { post, reader } from "./streams.mjs";

/** Longest wait for the first words of a reply (issue of the first minute; a reader thinks that nothing happens after that). */
const FIRST_MS = 1_000;
/** Lines that one guest sends, one after the other: fewer than a guest may send in a minute. */
const LINES = 8;

/** The lines of `player_lines.txt` by the slug of their scene: what players might write, whatever it means. */
function linesByScene() {
  const text = readFileSync(join(root, "server/understudy/src/tests/player_lines.txt"), "utf8");
  const rows = text.split("\n").map((line) => /^([a-z-]+): (.*) => /.exec(line));
  return Map.groupBy(rows.filter((row) => row !== null).map(([, slug, line]) => ({ slug, line })), ({ slug }) => slug);
}

const slugOf = (name) => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");

async function scenarioOf(url, slug) {
  const found = await get(`${url}/api/v1/scenarios/search?${new URLSearchParams({ q: slug.replaceAll("-", " ") })}`);
  const row = JSON.parse(found.body.toString("utf8")).results.find(({ displayName }) => slugOf(displayName) === slug);
  if (row === undefined) throw new Error(`no scenario is called ${slug}`);
  return row.id;
}

/** Milliseconds until the first words of the reply to a line, and whether the reply ended as it should. */
async function answer(url, { headers, storyId }, message, agent) {
  const from = performance.now();
  const response = await post(`${url}/message/create`, { chatID: storyId, message }, { ...headers, accept: "text/event-stream" }, agent);
  let text = "";
  let first = null;
  response.setEncoding("utf8");
  for await (const chunk of response) {
    text += chunk;
    if (first === null && /^event: delta$/m.test(text)) first = performance.now() - from;
  }
  const complete = response.statusCode === 200 && text.includes('"state":"complete"');
  return { first, fault: complete && first !== null ? null : `${response.statusCode}: ${text.slice(0, 300)}` };
}

/** Takes all cores, as other people's work would. */
function occupy() {
  const loops = cpus().map(() => spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" }));
  return () => loops.forEach((loop) => loop.kill("SIGKILL"));
}

export async function demo({ copies }) {
  say("\n## The demo on busy cores\n");
  const data = mkdtempSync(join(work, "demo-"));
  seeded(data);
  const { child, url } = await serve("demo", { data, bundle: copies.cached, core: null, env: { DRAMATIS_TRUSTED_PROXIES: "127.0.0.1/32" } });
  const agent = new http.Agent({ keepAlive: true });
  const rows = [];
  const all = [];
  let guest = 0;
  let release = () => {};
  try {
    const scenes = [];
    for (const [slug, lines] of linesByScene()) scenes.push({ slug, scenario: await scenarioOf(url, slug), lines });
    release = occupy();
    for (const { slug, scenario, lines } of scenes) {
      const firsts = [];
      for (let at = 0; at < lines.length; at += LINES) {
        const player = await reader(`${url}/api/v1`, guest++, scenario, agent);
        for (const { line } of lines.slice(at, at + LINES)) {
          const { first, fault } = await answer(`${url}/api/v1`, player, line, agent);
          if (fault !== null) {
            wrong(`${slug} did not answer "${line}" (${fault})`);
            break;
          }
          firsts.push(first);
        }
      }
      all.push(...firsts);
      rows.push([slug, firsts.length, fixed(percentile(firsts, 0.5), 0), fixed(percentile(firsts, 1), 0)]);
    }
  } finally {
    release();
    agent.destroy();
    await stop(child);
    rmSync(data, { recursive: true, force: true });
  }
  table(["Scene", "replies", "first words p50 ms", "slowest ms"], rows);
  target("demo, both cores busy: slowest first words", percentile(all, 1), FIRST_MS, { least: false, unit: " ms", digits: 0 });
}
