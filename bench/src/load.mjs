/** Load on one address: wrk where it is installed, else node's own client. Connections are kept alive. */
import { spawn, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import http from "node:http";
import { join } from "node:path";
import { work } from "./paths.mjs";
import { cpuMs, get, LOAD_CORE } from "./processes.mjs";

export const hasWrk = spawnSync("wrk", ["-v"]).error === undefined;

const SUMMARY = `
done = function(summary, latency, requests)
  local errors = summary.errors
  io.write(string.format('{"requests":%d,"us":%d,"errors":%d,"p50":%.1f,"p99":%.1f}\\n', summary.requests, summary.duration,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout, latency:percentile(50), latency:percentile(99)))
end
`;

function wrk(url, seconds, connections, headers) {
  const script = join(work, "summary.lua");
  writeFileSync(script, SUMMARY);
  const named = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
  const args = ["-c", LOAD_CORE, "wrk", "-t1", `-c${connections}`, `-d${seconds}s`, "--timeout", "10s", "-s", script, ...named, url];
  return new Promise((resolve, reject) => {
    const child = spawn("taskset", args, { stdio: ["ignore", "pipe", "inherit"] });
    let text = "";
    child.stdout.on("data", (chunk) => {
      text += chunk;
    });
    child.on("error", reject);
    child.on("exit", () => {
      const line = text.split("\n").find((each) => each.startsWith("{"));
      if (line === undefined) return reject(new Error(`wrk said:\n${text}`));
      const { requests, us, errors, p50, p99 } = JSON.parse(line);
      resolve({ requests, seconds: us / 1e6, errors, p50: p50 / 1_000, p99: p99 / 1_000 });
    });
  });
}

async function own(url, seconds, connections, headers) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  const times = [];
  let errors = 0;
  const started = performance.now();
  const until = started + seconds * 1_000;
  const client = async () => {
    while (performance.now() < until) {
      const from = performance.now();
      const answer = await get(url, { agent, headers }).catch(() => null);
      if (answer?.status === 200) times.push(performance.now() - from);
      else errors += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, client));
  agent.destroy();
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { requests: times.length + errors, seconds: (performance.now() - started) / 1_000, errors, p50: at(0.5), p99: at(0.99) };
}

/** Loads `url` and says how many requests were answered, how fast, and what processor time each took the server. */
export async function measure(child, url, { seconds, connections, headers = {} }) {
  const before = cpuMs(child.pid);
  const run = await (hasWrk ? wrk : own)(url, seconds, connections, headers);
  const cpu = cpuMs(child.pid) - before;
  return { ...run, perSecond: run.requests / run.seconds, cpuUs: (cpu * 1_000) / run.requests };
}

/** Loads until at least `requests` were answered. */
export async function warmUp(child, url, requests, options) {
  let done = 0;
  while (done < requests) {
    const run = await measure(child, url, { ...options, seconds: Math.max(1, Math.min(10, options.seconds)) });
    if (run.requests === 0 || run.errors > 0) throw new Error(`${child.label}: ${run.errors} errors while warming up`);
    done += run.requests;
  }
}
