/** Many stories at once: how soon the provider's first token is with the reader, and what it costs to hold so many replies open. */
import { mkdtempSync, rmSync } from "node:fs";
import http from "node:http";
import { join } from "node:path";
import { modelDouble, work } from "./paths.mjs";
import { cpuMs, freePort, get, residentMb, sleep, start, stop } from "./processes.mjs";
import { fixed, percentile, say, table, target, wrong } from "./report.mjs";
import { seeded, serve } from "./site.mjs";

/** Milliseconds between two tokens of one reply: five a second. */
const PACE_MS = 200;
/** Tokens of one reply: half a minute of writing. */
const TOKENS = 150;
/** Replies begin this far apart, as those of many readers would. */
const APART_MS = 20;
const ROUNDS = [
  { streams: 200, firstMs: 30 },
  { streams: 500, residentMb: 1_024 },
];
const DEVICE = "0123456789abcdef0123456789abcdef";

/** Every reader has an address of their own, as they would behind a proxy. */
const addressOf = (reader) => `10.${(reader >> 14) & 127}.${(reader >> 7) & 127}.${(reader & 127) + 1}`;

const headersOf = (reader, token) => ({
  "content-type": "application/json",
  "device-hash": DEVICE,
  "x-forwarded-for": addressOf(reader),
  ...(token !== undefined && { "guest-token": token }),
});

export function post(url, body, headers, agent) {
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method: "POST", headers, agent }, resolve);
    request.on("error", reject);
    request.end(JSON.stringify(body));
  });
}

async function ask(url, body, headers, agent) {
  const response = await post(url, body, headers, agent);
  let text = "";
  for await (const chunk of response) text += chunk;
  if (response.statusCode >= 300) throw new Error(`${url} answered ${response.statusCode}: ${text}`);
  return JSON.parse(text);
}

export async function reader(url, at, scenario, agent) {
  const { guestSessionId } = await ask(`${url}/guest/sessions`, {}, headersOf(at), agent);
  const headers = headersOf(at, guestSessionId);
  const { storyId } = await ask(`${url}/stories`, { scenarioId: scenario }, headers, agent);
  return { headers, storyId };
}

/** One reply, read to its end. What the double writes says when it was sent. */
export async function reply(url, { headers, storyId }, agent) {
  const body = { chatID: storyId, message: "Go on." };
  const response = await post(`${url}/message/create`, body, { ...headers, accept: "text/event-stream" }, agent);
  const seen = { status: response.statusCode, waits: [], texts: {}, stored: {}, state: null };
  if (response.statusCode !== 200) return seen;
  let rest = "";
  response.setEncoding("utf8");
  for await (const chunk of response) {
    const now = performance.timeOrigin + performance.now();
    rest += chunk;
    const events = rest.split("\n\n");
    rest = events.pop() ?? "";
    for (const event of events) {
      const name = /^event: (.*)$/m.exec(event)?.[1];
      const data = /^data: (.*)$/m.exec(event)?.[1];
      if (data === undefined) continue;
      const told = JSON.parse(data);
      if (name === "delta") {
        seen.texts[told.messageId] = (seen.texts[told.messageId] ?? "") + told.text;
        for (const [stamp] of told.text.matchAll(/\b\d{13}\b/g)) seen.waits.push(now - Number(stamp));
      } else if (name === "done") {
        seen.stored[told.message.id] = told.message.content;
      } else if (name === "end") {
        seen.state = told.turn.state;
      }
    }
  }
  return seen;
}

/** Whether everything that was written arrived, and is kept as it arrived. */
function isWhole({ state, texts, stored }) {
  const ids = Object.keys(stored);
  return state === "complete" && ids.length > 0 && ids.every((id) => stored[id].trim() === texts[id]?.trim());
}

async function round(url, child, scenario, first, { streams, ...wanted }) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: streams });
  try {
    const readers = [];
    for (let at = 0; at < streams; at++) readers.push(await reader(`${url}/api/v1`, first + at, scenario, agent));
    const cpu = cpuMs(child.pid);
    const from = performance.now();
    let resident = 0;
    const watch = setInterval(() => {
      resident = Math.max(resident, residentMb(child.pid));
    }, 500);
    const replies = [];
    for (const one of readers) {
      replies.push(reply(`${url}/api/v1`, one, agent));
      await sleep(APART_MS);
    }
    const seen = await Promise.all(replies);
    clearInterval(watch);
    const seconds = (performance.now() - from) / 1_000;
    const lost = seen.filter((one) => !isWhole(one));
    if (lost.length > 0) wrong(`${lost.length} of ${streams} replies did not arrive as they are kept (the first: ${JSON.stringify(lost[0]).slice(0, 300)})`);
    const firsts = seen.flatMap(({ waits }) => waits.slice(0, 1));
    const all = seen.flatMap(({ waits }) => waits);
    if (wanted.firstMs !== undefined) {
      target(`first token to the reader with ${streams} replies open: p99`, percentile(firsts, 0.99), wanted.firstMs, { least: false, unit: " ms", digits: 1 });
    }
    if (wanted.residentMb !== undefined) {
      target(`memory with ${streams} replies open`, resident, wanted.residentMb, { least: false, unit: " MB", digits: 0 });
      target(`replies of ${streams} that arrived whole`, streams - lost.length, streams, { unit: "", digits: 0 });
    }
    const p = (values, share) => fixed(percentile(values, share), 1);
    const cores = (cpuMs(child.pid) - cpu) / 1_000 / seconds;
    return [streams, p(firsts, 0.5), p(firsts, 0.99), p(all, 0.5), p(all, 0.99), fixed(cores), fixed(resident, 0)];
  } finally {
    agent.destroy();
  }
}

export async function streams({ copies }) {
  say("\n## Replies, many at once\n");
  const data = mkdtempSync(join(work, "streams-"));
  seeded(data);
  const words = Array.from({ length: TOKENS }, (_, at) => `w${at}`).join(" ");
  const port = await freePort();
  const double = start("model-double", modelDouble, ["--port", String(port), "--pace-ms", String(PACE_MS), "--stamps", "--act", `say ${words}`], { core: null });
  const { child, url } = await serve("streams", {
    data,
    bundle: copies.cached,
    core: null,
    env: {
      DRAMATIS_MODELS: JSON.stringify([{ name: "double", url: `http://127.0.0.1:${port}/v1`, concurrency: 1_000 }]),
      DRAMATIS_TRUSTED_PROXIES: "127.0.0.1/32",
    },
  });
  try {
    const newest = await get(`${url}/api/v1/scenarios/newest?limit=1`);
    const scenario = JSON.parse(newest.body.toString("utf8")).results[0].id;
    const rows = [];
    let first = 0;
    for (const wanted of ROUNDS) {
      rows.push(await round(url, child, scenario, first, wanted));
      first += wanted.streams;
    }
    table(["Replies at once", "first token p50 ms", "p99 ms", "any token p50 ms", "p99 ms", "cores", "MB"], rows);
    say("\nMilliseconds from the provider's sending to the reader's receiving; the provider, the server and the readers share the machine.");
  } finally {
    await stop(child);
    await stop(double);
    rmSync(data, { recursive: true, force: true });
  }
}
