/** `make bench`: measures, prints ratios and writes `bench/results/latest.md`. Only wrong answers fail it, never slow ones. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { cpus, loadavg, release } from "node:os";
import { join } from "node:path";
import { cached } from "./cached.mjs";
import { demo } from "./demo.mjs";
import { drain } from "./drain.mjs";
import { imports } from "./imports.mjs";
import { lists } from "./lists.mjs";
import { hasWrk } from "./load.mjs";
import { members } from "./members.mjs";
import { money } from "./money.mjs";
import { overload } from "./overload.mjs";
import { pages } from "./pages.mjs";
import { bench, bundles, node, work } from "./paths.mjs";
import { conclude, fixed, say } from "./report.mjs";
import { signin } from "./signin.mjs";
import { prepareBundles, prepareStarter } from "./site.mjs";
import { stampede } from "./stampede.mjs";
import { startup } from "./startup.mjs";
import { streams } from "./streams.mjs";
import { writing } from "./writing.mjs";

const PARTS = { pages, members, cached, stampede, start: startup, lists, writing, imports, signin, money, streams, demo, overload, drain };
/** From this load on, other work takes so much of the machine that rates and tails say little. */
const BUSY = 0.5;

const version = (name) => createRequire(join(bench, "package.json"))(`${name}/package.json`).version;

function describe(seconds) {
  const { buildId } = JSON.parse(readFileSync(join(bundles, "manifest.json"), "utf8"));
  const said = (program, ...args) => execFileSync(program, args, { encoding: "utf8" }).trim();
  say(`# Dramatis, measured ${new Date().toISOString().slice(0, 16).replace("T", " ")} UTC\n`);
  say(`- ${cpus().length} × ${cpus()[0].model}, Linux ${release()}; server on core 0, load (${hasWrk ? "wrk" : "node's own client"}) on core 1`);
  say(`- ${said("rustc", "--version")}; peers on node ${said(node, "--version")}, React ${version("react")}, Next.js ${version("next")}`);
  say(`- client build ${buildId}; ${seconds} s for each measurement, in the order A B B A`);
  const load = loadavg()[0];
  if (load > BUSY) say(`- **The machine was busy** (load ${fixed(load, 1)} before the start): trust processor time and ratios, not rates and tails.`);
}

const chosen = process.argv.slice(2);
for (const part of chosen) if (!(part in PARTS)) throw new Error(`No part ${part}: ${Object.keys(PARTS).join(", ")}`);
const seconds = Math.max(1, Math.round(Number(process.env.BENCH_SECONDS ?? 5)));
mkdirSync(work, { recursive: true });
describe(seconds);
const data = prepareStarter();
const copies = prepareBundles();
for (const [name, part] of Object.entries(PARTS)) {
  if (chosen.length === 0 || chosen.includes(name)) await part({ data, copies, seconds });
}
conclude();
