import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ui } from "../place.mjs";

/** The server reads the build once, when it starts. */

const root = dirname(ui);

/** How long a debug build may take to write the starter catalogue and answer, in milliseconds. */
const START_MS = 90_000;

/** The program: DRAMATIS_BIN, or what cargo built last; or undefined. */
function program() {
  if (process.env.DRAMATIS_BIN) return resolve(process.env.DRAMATIS_BIN);
  return ["debug", "release"]
    .map((profile) => resolve(root, "target", profile, "dramatis"))
    .filter(existsSync)
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)[0];
}

let site;

async function stop() {
  if (site === undefined || site.exitCode !== null) return;
  const ended = once(site, "exit");
  site.kill("SIGTERM");
  await ended;
}

async function ready(address) {
  const end = Date.now() + START_MS;
  while (Date.now() < end && site.exitCode === null) {
    const answer = await fetch(`http://${address}/readyz`).catch(() => null);
    if (answer?.ok) return;
    await sleep(50);
  }
  throw new Error(`The site at ${address} does not answer`);
}

/** Ends the site of the build before, and starts one of this build; resolves when it answers. */
export async function restartServer() {
  const path = program();
  if (path === undefined) {
    console.log("ui: there is no server to start; build one with: cargo build -p dramatis-app");
    return;
  }
  await stop();
  const address = process.env.DRAMATIS_ADDR ?? "127.0.0.1:8080";
  site = spawn(path, ["serve", "--seed-if-empty"], { cwd: root, stdio: "inherit" });
  await ready(address);
  console.log(`ui: http://${address.replace("127.0.0.1", "localhost")}`);
}

process.on("exit", () => site?.kill("SIGTERM"));
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit());
