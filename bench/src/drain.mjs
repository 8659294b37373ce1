/** SIGTERM in the middle of 200 replies and a steady flow of calls, again and again (reliability O-1). Wrong endings fail the run, whatever they take. */
import { mkdtempSync, rmSync } from "node:fs";
import http from "node:http";
import { join } from "node:path";
import { modelDouble, work } from "./paths.mjs";
import { freePort, get, sleep, start, stop } from "./processes.mjs";
import { fixed, percentile, say, target, wrong } from "./report.mjs";
import { seeded, serve } from "./site.mjs";
import { reader, reply } from "./streams.mjs";

const ROUNDS = 20;
const STREAMS = 200;
/** Milliseconds between two tokens of one reply, and how many there are: far more than there is time for. */
const PACE_MS = 200;
const TOKENS = 150;
/** Calls that are under way all the time, and what they ask for. */
const CALLERS = 8;
const CALL = "/api/v1/scenarios/newest?limit=10";
const LATEST_END_MS = 10_000;
/** Replies begin this far apart, as those of many readers would; and how long the last has been coming when the signal does. */
const APART_MS = 20;
const BEFORE_MS = 500;

/** Calls one after the other until the server is gone: what it answered before and after the signal. */
async function caller(url, moment) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const seen = { whole: 0, refused: 0, failed: [] };
  while (!moment.isOver) {
    const isBefore = !moment.hasCome;
    try {
      const { status } = await get(url + CALL, { agent });
      if (status === 200) seen.whole += 1;
      else if (status === 503 && moment.hasCome) seen.refused += 1;
      else seen.failed.push(`answered ${status}`);
    } catch (error) {
      // Nobody listens any more, or the connection was idle when it was closed: it was sent after the signal.
      if (isBefore) seen.failed.push(String(error));
      else await sleep(20);
    }
  }
  agent.destroy();
  return seen;
}

/** How readiness and liveness answer once the signal has come. */
async function probe(url) {
  const agent = new http.Agent({ keepAlive: false });
  const from = performance.now();
  const answers = await Promise.all(["/readyz", "/livez"].map((path) => get(url + path, { agent })));
  return { answers: answers.map(({ status }) => status).join(" "), ms: performance.now() - from };
}

async function round(site, scenario, at) {
  const { child, url } = await site();
  const agent = new http.Agent({ keepAlive: true, maxSockets: STREAMS });
  const moment = { hasCome: false, isOver: false };
  try {
    const first = scenario ?? JSON.parse((await get(`${url}/api/v1/scenarios/newest?limit=1`)).body.toString("utf8")).results[0].id;
    const readers = [];
    for (let number = 0; number < STREAMS; number++) readers.push(await reader(`${url}/api/v1`, at * STREAMS + number, first, agent));
    const replies = [];
    for (const one of readers) {
      replies.push(reply(`${url}/api/v1`, one, agent).catch(() => ({ state: null })));
      await sleep(APART_MS);
    }
    const callers = Array.from({ length: CALLERS }, () => caller(url, moment));
    await sleep(BEFORE_MS);
    moment.hasCome = true;
    const from = performance.now();
    child.kill("SIGTERM");
    await sleep(50);
    const probed = await probe(url);
    await child.exited;
    const ms = performance.now() - from;
    moment.isOver = true;
    const [ends, calls] = await Promise.all([Promise.all(replies), Promise.all(callers)]);
    const begun = ends.filter(({ status }) => status !== 503);
    const cut = begun.filter(({ state }) => state === null).length;
    if (cut > 0) wrong(`round ${at}: ${cut} of ${begun.length} replies were cut without a word`);
    if (begun.length < STREAMS / 2) wrong(`round ${at}: only ${begun.length} replies are no load`);
    if (probed.answers !== "503 200") wrong(`round ${at}: readiness and liveness answered ${probed.answers}`);
    if (child.exitCode !== 0) wrong(`round ${at}: ended with ${child.exitCode ?? child.signalCode}`);
    const failed = calls.flatMap((one) => one.failed);
    if (failed.length > 0) wrong(`round ${at}: ${failed.length} calls failed, the first: ${failed[0]}`);
    const whole = calls.reduce((sum, one) => sum + one.whole, 0);
    if (whole === 0) wrong(`round ${at}: no call was answered`);
    return { ms, whole, probeMs: probed.ms, states: begun.map(({ state }) => state), first };
  } finally {
    moment.isOver = true;
    agent.destroy();
    await stop(child);
  }
}

export async function drain({ copies }) {
  say("\n## SIGTERM under load\n");
  const data = mkdtempSync(join(work, "drain-"));
  seeded(data);
  const words = Array.from({ length: TOKENS }, (_, at) => `w${at}`).join(" ");
  const port = await freePort();
  const double = start("model-double", modelDouble, ["--port", String(port), "--pace-ms", String(PACE_MS), "--act", `say ${words}`], { core: null });
  const env = {
    DRAMATIS_MODELS: JSON.stringify([{ name: "double", url: `http://127.0.0.1:${port}/v1`, concurrency: 1_000 }]),
    DRAMATIS_TRUSTED_PROXIES: "127.0.0.1/32",
  };
  try {
    const all = [];
    for (let at = 0; at < ROUNDS; at++) {
      all.push(await round(() => serve("drain", { data, bundle: copies.cached, core: null, env }), all[0]?.first, at));
    }
    const states = Object.entries(Object.groupBy(all.flatMap((one) => one.states), (state) => String(state)));
    say(`${ROUNDS} times, with ${STREAMS} replies open: their last words were ${states.map(([state, many]) => `${state} (${many.length})`).join(", ")}.`);
    say(`Calls answered whole: ${all.reduce((sum, one) => sum + one.whole, 0)}; none failed unless it says so above.`);
    target("SIGTERM under load: slowest end", Math.max(...all.map((one) => one.ms)), LATEST_END_MS, { least: false, unit: " ms", digits: 0 });
    target("probes after SIGTERM: p99", percentile(all.map((one) => one.probeMs), 0.99), 100, { least: false, unit: " ms", digits: 0 });
    say(`Ends took ${fixed(percentile(all.map((one) => one.ms), 0.5), 0)} ms at the median.`);
  } finally {
    await stop(double);
    rmSync(data, { recursive: true, force: true });
  }
}
