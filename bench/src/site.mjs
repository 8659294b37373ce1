/** Ours, as measured: release program, own copies of the client build, own databases. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bundles, dramatis, root, work } from "./paths.mjs";
import { freePort, get, ready, start } from "./processes.mjs";

/** Names the schema: a database made by another one is made anew. */
function schema() {
  const hash = createHash("sha256");
  const folder = join(root, "migrations");
  for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" }).sort()) {
    if (file.endsWith(".sql")) hash.update(file).update(readFileSync(join(folder, file)));
  }
  return hash.digest("hex").slice(0, 8);
}

const quiet = { DRAMATIS_LOG: "warn" };

function run(args, env) {
  const done = spawnSync(dramatis, args, { env: { ...process.env, ...quiet, ...env }, cwd: root, encoding: "utf8" });
  if (done.status !== 0) throw new Error(`dramatis ${args.join(" ")}: ${done.stderr || done.error}`);
  return done;
}

/** A copy of the client build with its own cache rules and its own snapshot, so that a rebuild meanwhile changes nothing. */
function copyOf(name, cache) {
  const folder = join(work, "bundles", name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const part of ["client", "server", "fonts", "manifest.json"]) {
    if (existsSync(join(bundles, part))) cpSync(join(bundles, part), join(folder, part), { recursive: true });
  }
  rmSync(join(folder, "server/snapshot.bin"), { force: true });
  const rows = JSON.parse(readFileSync(join(bundles, "routes.json"), "utf8"));
  writeFileSync(join(folder, "routes.json"), JSON.stringify(rows.map((row) => ({ ...row, cache: cache(row.cache) }))));
  run(["snapshot"], { DRAMATIS_BUNDLES: folder });
  return folder;
}

/** Seconds for which the stampede's page is fresh; it is never served stale. */
export const STAMPEDE_FRESH_SECS = 4;

/** The client build three times: as it is, never cached, and expiring quickly. */
export function prepareBundles() {
  return {
    cached: copyOf("cached", (cache) => cache),
    uncached: copyOf("uncached", () => null),
    expiring: copyOf("expiring", (cache) => cache && { freshSecs: STAMPEDE_FRESH_SECS, staleSecs: 0 }),
  };
}

/** The starter catalogue in its own data directory. */
export function prepareStarter() {
  const data = join(work, `data-starter-${schema()}`);
  if (!existsSync(join(data, "dramatis.db"))) {
    // Blobs and texts come from the build itself, not from a copy.
    seeded(data);
  }
  return data;
}

/** Writes the starter catalogue into an empty data directory, and its rows into another database if one is named. */
export function seeded(data, database = {}) {
  run(["seed"], { DRAMATIS_DATA_DIR: data, DRAMATIS_BUNDLES: bundles, ...database });
}

/** A synthetic catalogue; `seconds` is null if it was there already. */
export function prepareSynthetic(scenarios) {
  const data = join(work, `data-${scenarios}-${schema()}`);
  const mark = join(data, "complete");
  if (existsSync(mark)) return { data, seconds: null };
  rmSync(data, { recursive: true, force: true });
  const from = performance.now();
  run(["seed", "--scenarios", String(scenarios)], { DRAMATIS_DATA_DIR: data });
  const seconds = (performance.now() - from) / 1_000;
  writeFileSync(mark, `${seconds}\n`);
  return { data, seconds };
}

/** Starts `dramatis serve` and waits for it. `port`: where it listens, if that matters. */
export async function serve(name, { data, bundle, core, env = {}, port: wanted }) {
  const port = wanted ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const child = start(name, dramatis, ["serve"], {
    cwd: root,
    core,
    env: {
      ...quiet,
      DRAMATIS_ADDR: `127.0.0.1:${port}`,
      DRAMATIS_PUBLIC_URL: url,
      DRAMATIS_DATA_DIR: data,
      DRAMATIS_BUNDLES: bundle,
      DRAMATIS_RENDERERS: "1",
      ...env,
    },
  });
  await ready(child, `${url}/readyz`);
  return { child, url };
}

const ROOT = '<div id="root">';
const DATA = '</div><script type="application/json" id="dramatis-data">';

/** A page of ours taken apart: what every peer needs to send the same. */
export async function pageOf(url, path, headers = {}) {
  const answer = await get(url + path, { headers });
  const text = answer.body.toString("utf8");
  if (answer.status !== 200 || answer.headers["x-render"] !== undefined) throw new Error(`${path} was not rendered (${answer.status})`);
  const opened = text.indexOf(ROOT) + ROOT.length;
  const closed = text.lastIndexOf(DATA);
  const ended = text.indexOf("</script>", closed);
  if (opened < ROOT.length || closed < 0 || ended < 0) throw new Error(`${path} is not built as the bench expects`);
  return {
    path,
    before: text.slice(0, opened),
    markup: text.slice(opened, closed),
    between: DATA,
    input: text.slice(closed + DATA.length, ended),
    after: text.slice(ended),
    html: text,
  };
}
