import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";

/** Starting and stopping real servers on free loopback ports, each with a data directory of its own. */

const root = resolve(import.meta.dirname, "../../..");

/** How long a debug build may take to write the starter catalogue and answer, in milliseconds. */
const START_MS = 90_000;

/** The binary under test: DRAMATIS_BIN, relative to `ui/`, or the development build. Plain script: Lighthouse starts servers too. */
export function binary() {
  const path = resolve(root, "ui", process.env.DRAMATIS_BIN ?? "../target/debug/dramatis");
  if (!existsSync(path))
    throw new Error(`There is no server at ${path}; build it with: cargo build -p dramatis-app`);
  return path;
}

async function freePort() {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (address === null || typeof address === "string") throw new Error("The system gave no port");
  return address.port;
}

/**
 * @typedef {object} Server
 * @property {string} url Where it listens, without a slash at the end.
 * @property {string} dataDir
 * @property {() => Promise<void>} stop Rejects if a page threw while the server rendered it: the browser mends such a page
 *   by itself, so no journey sees it.
 * @property {() => Promise<void>} kill Ends it at once, as a power cut would; its data stay.
 */

/**
 * @typedef {object} ServerOptions
 * @property {"v8" | "node"} [engine] What renders its pages.
 * @property {number} [synthetic] Scenarios of the synthetic catalogue, which has explicit pictures, many scripts and long
 *   words; else the starter's.
 * @property {string} [dataDir] Share the data of another server; it is left in place when this one stops.
 * @property {string} [publicUrl] What the server calls itself; its own address unless given.
 * @property {Record<string, string>} [settings] Further environment variables.
 */

function environment(dataDir, addr, publicUrl, engine) {
  const own = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(DRAMATIS_|DATABASE_URL$)/.test(name)),
  );
  return {
    ...own,
    DRAMATIS_ADDR: addr,
    DRAMATIS_PUBLIC_URL: publicUrl,
    DRAMATIS_DATA_DIR: dataDir,
    DRAMATIS_BUNDLES: join(root, "bundles"),
    DRAMATIS_CATALOGUE: join(root, "catalogue"),
    DRAMATIS_SEED_IF_EMPTY: "true",
    DRAMATIS_LOG: "warn",
    ...(engine !== undefined && { DRAMATIS_ENGINE: engine }),
  };
}

async function ready(url, child, log) {
  const end = Date.now() + START_MS;
  while (Date.now() < end) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}:\n${log()}`);
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    if (answer?.ok) return;
    await sleep(50);
  }
  throw new Error(`The server was not ready after ${START_MS} ms:\n${log()}`);
}

async function run(args, env) {
  const child = spawn(binary(), args, { env, stdio: ["ignore", "ignore", "pipe"] });
  let log = "";
  child.stderr.on("data", (bytes) => {
    log += bytes.toString();
  });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`dramatis ${args.join(" ")} ended with ${code}:\n${log}`);
}

/**
 * Starts a server and waits until it is ready.
 * @param {ServerOptions} options
 * @returns {Promise<Server>}
 */
export async function startServer(options = {}) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), "dramatis-e2e-")));
  const env = {
    ...environment(dataDir, `127.0.0.1:${port}`, options.publicUrl ?? url, options.engine),
    ...options.settings,
  };
  if (options.synthetic !== undefined) await run(["seed", "--scenarios", String(options.synthetic)], env);

  const child = spawn(binary(), ["serve"], { env, stdio: ["ignore", "pipe", "pipe"] });
  let log = "";
  const thrown = [];
  for (const output of [child.stdout, child.stderr]) {
    createInterface({ input: output }).on("line", (line) => {
      log = `${log}${line}\n`.slice(-20_000);
      if (line.includes("could not be rendered") && line.includes("threw")) thrown.push(line);
    });
  }
  const stop = async () => {
    if (child.exitCode === null) {
      child.kill("SIGTERM");
      await Promise.race([once(child, "exit"), sleep(5_000).then(() => child.kill("SIGKILL"))]);
    }
    if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
    if (process.env.DRAMATIS_E2E_LOG) process.stderr.write(log);
    if (thrown.length > 0) throw new Error(`Pages threw while they were rendered:\n${thrown.join("\n")}`);
  };
  try {
    await ready(url, child, () => log);
  } catch (cause) {
    await stop();
    throw cause;
  }
  const kill = async () => {
    child.kill("SIGKILL");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  };
  return { url, dataDir, stop, kill };
}
