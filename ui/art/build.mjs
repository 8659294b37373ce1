// Draws the pictures of the starter catalogue: catalogue/*.toml → bundles/starter/**.webp and bundles/starter/index.json.
// Incremental: a job is drawn again only when its text or this program changed. Deterministic: same input, same bytes.
// Usage: node build.mjs [--catalogue DIR] [--out DIR] [--only SLUG] [--threads N]
import { fork } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { load } from "./lib/catalogue.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, "../..");
const option = (name, fallback) => {
  const i = process.argv.indexOf(`--${name}`);
  return i > 0 ? process.argv[i + 1] : fallback;
};
const catalogue = resolve(option("catalogue", join(root, "catalogue")));
const out = resolve(option("out", join(root, "bundles/starter")));
const only = option("only", null);
const threads = Math.max(1, Number(option("threads", "2")));

function filesUnder(dir) {
  if (!existsSync(dir)) return [];
  return readdirSync(dir, { withFileTypes: true }).flatMap((e) => (e.isDirectory() ? filesUnder(join(dir, e.name)) : [join(dir, e.name)]));
}

/** Changes with any line of the drawing code or any version in the lock file. */
function codeVersion() {
  const hash = createHash("sha256");
  for (const f of [...filesUnder(join(here, "lib")).sort(), join(here, "package-lock.json")]) hash.update(relative(here, f)).update(readFileSync(f));
  return hash.digest("hex").slice(0, 16);
}

const started = Date.now();
const { jobs, problems } = load(catalogue);
for (const p of problems) console.error(`art: skipped ${p}`);
if (jobs.length === 0) {
  console.error(`art: nothing to draw in ${catalogue}`);
  process.exit(problems.length ? 1 : 0);
}

const version = codeVersion();
const indexFile = join(out, "index.json");
let before = {};
try {
  before = JSON.parse(readFileSync(indexFile, "utf8")).jobs ?? {};
} catch {
  before = {};
}
const entries = {};
const todo = [];
for (const job of jobs) {
  job.key = `${job.dir}#${job.slug}`;
  const hash = createHash("sha256").update(version).update(JSON.stringify(job)).digest("hex").slice(0, 24);
  const old = before[job.key];
  const kept = old?.input === hash && old.files.every((f) => existsSync(join(out, f.path)) && statSync(join(out, f.path)).size === f.bytes);
  if (kept || (only && job.slug !== only)) {
    if (old) entries[job.key] = old;
  } else {
    entries[job.key] = { input: hash, files: [] };
    todo.push(job);
  }
}
mkdirSync(out, { recursive: true });
const total = todo.length;
console.log(`art: ${jobs.length} subjects, ${total} to draw, ${jobs.length - total} unchanged`);

let done = 0;
const failures = [];
const queue = todo.map((job) => ({ ...job, attempt: 0 }));

function report(m) {
  done++;
  if (m.error) {
    failures.push(m.error);
    delete entries[m.key];
  } else entries[m.key].files = m.files;
  const seconds = (Date.now() - started) / 1000;
  if (process.stdout.isTTY) process.stdout.write(`\rart: ${done}/${total}  ${seconds.toFixed(0)} s, about ${((seconds / done) * (total - done)).toFixed(0)} s left   `);
  else if (done % 10 === 0 || done === total) console.log(`art: ${done}/${total} drawn, ${seconds.toFixed(0)} s`);
}

/** Runs one child until the queue is empty. A child that dies is replaced; its job gets one more try, drawn differently. */
function lane() {
  return new Promise((finished) => {
    if (queue.length === 0) return finished();
    let job = null;
    const child = fork(join(here, "lib/worker.mjs"), [out], { stdio: ["ignore", "inherit", "pipe", "ipc"] });
    let last = "";
    child.stderr.on("data", (d) => (last = `${last}${d}`.slice(-400)));
    const next = () => {
      job = queue.shift() ?? null;
      if (job) child.send(job);
      else child.disconnect();
    };
    child.on("message", (m) => {
      report(m);
      next();
    });
    child.on("exit", () => {
      if (job && job.attempt === 0) queue.unshift({ ...job, attempt: 1 });
      else if (job) report({ key: job.key, error: `${job.dir}/${job.slug}: the drawing process ended: ${last.split("\n")[0]}` });
      finished(job ? lane() : undefined);
    });
    next();
  });
}
await Promise.all(Array.from({ length: Math.min(threads, total) }, lane));
if (process.stdout.isTTY && total) process.stdout.write("\n");

// Pictures whose text is gone go too.
const listed = new Set(Object.values(entries).flatMap((e) => e.files.map((f) => join(out, f.path))));
if (!only) for (const f of filesUnder(out)) if (f.endsWith(".webp") && !listed.has(f)) rmSync(f);

const sorted = Object.fromEntries(Object.keys(entries).sort().map((k) => [k, entries[k]]));
const files = Object.values(sorted).flatMap((e) => e.files).sort((a, b) => (a.path < b.path ? -1 : 1));
writeFileSync(indexFile, `${JSON.stringify({ version, files, jobs: sorted }, null, 1)}\n`);
const bytes = files.reduce((s, f) => s + f.bytes, 0);
console.log(`art: ${files.length} pictures, ${(bytes / 1e6).toFixed(1)} MB, ${((Date.now() - started) / 1000).toFixed(1)} s → ${relative(process.cwd(), out) || out}`);
for (const f of failures) console.error(`art: failed ${f}`);
process.exit(failures.length ? 1 : 0);
