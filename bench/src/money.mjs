/** Moving shekels: durable postings from one client and from many, on both engines, and verifying the books. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { money as program, root, work } from "./paths.mjs";
import { fixed, say, table, target, wrong } from "./report.mjs";

/** Floors of reliability 3.1 and of issue 3, transactions a second. */
const FLOORS = {
  SQLite: { one: 150, apart: 800, together: 800 },
  PostgreSQL: { apart: 500, together: 100 },
};
const LOADS = { one: "one client", apart: "clients, a wallet each", together: "clients, one wallet" };
const P99_MS = 60;

function measured(engine, seconds, run) {
  const found = JSON.parse(run().trim().split("\n").at(-1));
  if (!found.verify.ok) wrong(`the books on ${engine} are not sound: ${found.verify.failed}`);
  const name = (load) => (load === "one" ? LOADS.one : `${found.clients} ${LOADS[load]}`);
  const rows = Object.keys(LOADS).map((load) => [`${engine}, ${name(load)}`, fixed(found[load].perSecond, 0), fixed(found[load].p50, 1), fixed(found[load].p99, 1)]);
  for (const [load, floor] of Object.entries(FLOORS[engine])) {
    target(`${engine}, ${name(load)}: transactions a second`, found[load].perSecond, floor, { unit: "", digits: 0 });
  }
  if (engine === "SQLite") target(`${engine}, ${name("apart")}: p99`, found.apart.p99, P99_MS, { least: false, unit: " ms", digits: 0 });
  return { rows, verify: `${engine}: ${found.verify.postings} postings verified in ${fixed(found.verify.seconds, 1)} s` };
}

export function money({ seconds }) {
  say("\n## Shekels\n");
  const folder = mkdtempSync(join(work, "money-"));
  const plain = { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] };
  const engines = [measured("SQLite", seconds, () => execFileSync(program, [`sqlite://${join(folder, "money.db")}`, String(seconds)], plain))];
  rmSync(folder, { recursive: true, force: true });
  // A cluster that waits for its disk, as one in earnest does.
  const env = { ...process.env, DURABLE: "1" };
  const inCluster = 'if [ -n "${DRAMATIS_TEST_POSTGRES:-}" ]; then exec "$0" "$DRAMATIS_TEST_POSTGRES/postgres" "$1"; fi';
  const onPostgres = execFileSync(join(root, "scripts/with-postgres"), ["bash", "-c", inCluster, program, String(seconds)], { ...plain, env });
  if (onPostgres.trim() === "") say("PostgreSQL is left out: its server is not installed.\n");
  else engines.push(measured("PostgreSQL", seconds, () => onPostgres));
  table(["Durable transactions of two postings", "a second", "p50 ms", "p99 ms"], engines.flatMap((engine) => engine.rows));
  say(`\n${engines.map((engine) => engine.verify).join("; ")}.`);
}
