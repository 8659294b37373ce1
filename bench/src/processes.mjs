/** Processes that are measured: started on one core, awaited, their processor time read, stopped. */
import { spawn } from "node:child_process";
import { createWriteStream, mkdirSync, readdirSync, readFileSync } from "node:fs";
import http from "node:http";
import { createServer } from "node:net";
import { cpus } from "node:os";
import { join } from "node:path";
import { work } from "./paths.mjs";

/** Clock ticks per second in /proc: fixed at 100 in the kernel's interface to programs. */
const TICKS = 100;
const STARTUP_MS = 60_000;
const ANSWER_MS = 15_000;

/** The measured server runs on this core, the load on the other; on a machine with one core they share it. */
export const SERVER_CORE = "0";
export const LOAD_CORE = cpus().length > 1 ? "1" : "0";

export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const running = new Set();
process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(130));

export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** Starts a program; its output goes to a log under `target/bench/logs`. `core: null` leaves it on all cores. */
export function start(name, command, args, { env = {}, cwd, core = SERVER_CORE } = {}) {
  mkdirSync(join(work, "logs"), { recursive: true });
  const log = join(work, "logs", `${name}.log`);
  const [program, all] = core === null ? [command, args] : ["taskset", ["-c", core, command, ...args]];
  const child = spawn(program, all, { cwd, env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  const file = createWriteStream(log);
  child.stdout.pipe(file, { end: false });
  child.stderr.pipe(file, { end: false });
  running.add(child);
  child.exited = new Promise((resolve) => {
    child.on("exit", () => {
      running.delete(child);
      resolve();
    });
  });
  child.log = log;
  child.label = name;
  return child;
}

export async function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), 3_000);
  await child.exited;
  clearTimeout(timer);
}

/** One GET; resolves with status, headers and body. */
export function get(url, { agent, headers = {} } = {}) {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { agent, headers, timeout: ANSWER_MS }, (response) => {
      const chunks = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("end", () => resolve({ status: response.statusCode, headers: response.headers, raw: response.rawHeaders, body: Buffer.concat(chunks) }));
      response.on("error", reject);
    });
    request.on("timeout", () => request.destroy(new Error(`${url} does not answer`)));
    request.on("error", reject);
  });
}

/** Waits until the server answers with 200. */
export async function ready(child, url) {
  const deadline = performance.now() + STARTUP_MS;
  while (performance.now() < deadline) {
    if (child.exitCode !== null) break;
    const answer = await get(url).catch(() => null);
    if (answer?.status === 200) return;
    await sleep(25);
  }
  const tail = readFileSync(child.log, "utf8").split("\n").slice(-15).join("\n");
  throw new Error(`${child.label} does not answer at ${url}:\n${tail}`);
}

function children(pid) {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    return threads.flatMap((thread) => readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8").split(" ").filter(Boolean).map(Number));
  } catch {
    return [];
  }
}

/** Processor time of a process, all its threads and all its descendants, in milliseconds (utime + stime). */
export function cpuMs(pid) {
  let stat;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return 0;
  }
  // The program's name stands in parentheses and may hold spaces; utime and stime are fields 14 and 15.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const own = ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS;
  return children(pid).reduce((sum, child) => sum + cpuMs(child), own);
}

/** Resident memory of a process and its descendants, in MiB. */
export function residentMb(pid) {
  let own = 0;
  try {
    own = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1_024;
  } catch {
    return 0;
  }
  return children(pid).reduce((sum, child) => sum + residentMb(child), own);
}
