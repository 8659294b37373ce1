/** Writers at work beside a large catalogue: saving a draft, a change until readers find it, and a shelf of two thousand. */
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { work } from "./paths.mjs";
import { member } from "./people.mjs";
import { residentMb, sleep, stop } from "./processes.mjs";
import { fixed, median, percentile, say, table, target, wrong } from "./report.mjs";
import { prepareSynthetic, serve } from "./site.mjs";

const SAVES = 400;
const WRITERS = 4;
const SAVE_TARGET_MS = 50;
const CHANGES = 20;
const FOUND_TARGET_MS = 2_000;
/** How often a list is asked whether the change is there. */
const ASK_MS = 20;
const OWN = 2_000;
const SHELF_TARGET_MS = 200;
const SORTS = ["updatedOnDesc", "updatedOnAsc", "createdOnDesc", "createdOnAsc", "displayNameAsc"];
const LIMITS = [20, 100];

const PLACES = ["mill", "harbour", "orchard", "observatory", "tram depot", "lighthouse", "library", "greenhouse"];
const sentence = (at) => `On day ${at} the ${PLACES[at % PLACES.length]} is closed, and everybody has another reason for it. `;
const text = (sentences, from = 0) => Array.from({ length: sentences }, (_, at) => sentence(from + at)).join("");

/** A scenario as people write them: three actors, two openings and a lorebook, some thirty thousand characters. */
function scenario(title) {
  const actor = (at) => ({
    id: `actor-${at}`,
    name: ["Ottilie", "Benedek", "Sunniva"][at],
    description: text(30, at),
    personality: text(6, at + 40),
    voice: text(2, at),
    exampleDialogue: `<START>\n{{user}}: Is it far?\n{{char}}: ${text(3, at)}`,
  });
  const entry = (at) => ({
    keys: [`${PLACES[at % PLACES.length]} ${at}`],
    content: text(4, at * 3),
    name: `Entry ${at}`,
  });
  return {
    title,
    tagline: "A town in which everything is closed today.",
    description: text(5),
    setting: text(12),
    language: "en",
    tags: ["mystery", "slow burn"],
    rating: "everyone",
    contentNotes: { kind: "listed", notes: [] },
    actors: [0, 1, 2].map(actor),
    openings: [
      { id: "opening-0", title: "Arrival", text: text(6), speaker: null },
      { id: "opening-1", title: "Late", text: text(6, 9), speaker: "actor-1" },
    ],
    lorebooks: [{ id: "book-0", book: { name: "The town", entries: Array.from({ length: 20 }, (_, at) => entry(at)) } }],
    origin: { kind: "mine" },
  };
}

function form(draft) {
  const body = new FormData();
  body.set("scenario", JSON.stringify(draft));
  return body;
}

const created = ({ call }, title) => call("POST", "/scenarios/scenario", form(scenario(title)));

/** Runs this so many times, one after the other; resolves with the milliseconds of each. */
async function timed(times, act) {
  const all = [];
  for (let at = 0; at < times; at++) {
    const from = performance.now();
    await act(at);
    all.push(performance.now() - from);
  }
  return all;
}

/** One writer's saves, each of a draft that differs by a sentence. */
async function saves(writer, title, times) {
  const { id, version } = await created(writer, title);
  let current = version;
  return timed(times, async (at) => {
    const draft = { ...scenario(title), setting: text(12, at) };
    ({ version: current } = await writer.call("PUT", `/scenarios/scenario/${id}?version=${current}`, draft));
  });
}

async function saving(writers) {
  await saves(writers[0], "A warm hand", 30);
  const alone = await saves(writers[0], "One hand", SAVES);
  const together = (await Promise.all(writers.map((writer, at) => saves(writer, `Hand ${at}`, SAVES / WRITERS)))).flat();
  const row = (name, times) => [name, times.length, fixed(median(times)), fixed(percentile(times, 0.99)), fixed(Math.max(...times))];
  const size = Math.round(JSON.stringify(scenario("A scenario")).length / 1_024);
  say(`Saving a draft of ${size} KB:\n`);
  table(["Writers", "saves", "p50 ms", "p99 ms", "slowest ms"], [row("one", alone), row(`${WRITERS} at once`, together)]);
  target("saving a draft: p99", percentile(alone, 0.99), SAVE_TARGET_MS, { least: false, unit: " ms", digits: 1 });
  target(`the same, ${WRITERS} writers at once: p99`, percentile(together, 0.99), SAVE_TARGET_MS, { least: false, unit: " ms", digits: 1 });
}

/** Milliseconds from publishing a new title until this list shows it. */
async function until(list, id, title, from) {
  while (performance.now() - from < 10 * FOUND_TARGET_MS) {
    const { results } = await (await fetch(list)).json();
    if (results.some((one) => one.id === id && one.displayName === title)) return performance.now() - from;
    await sleep(ASK_MS);
  }
  wrong(`${list} never showed “${title}”`);
  return Number.NaN;
}

async function publishing(url, writer) {
  const draft = scenario("Closed today");
  let { id, version } = await created(writer, draft.title);
  const publish = () => writer.call("POST", `/scenarios/scenario/${id}/publish`, { version, access: "public" });
  const first = await publish();
  if (first.state !== "public") return wrong(`publishing ended in ${first.state}`);
  const waits = { search: [], newest: [], publishing: [] };
  for (let at = 0; at < CHANGES; at++) {
    const title = `Closed on the ${at}th of Quillember`;
    ({ version } = await writer.call("PUT", `/scenarios/scenario/${id}?version=${version}`, { ...draft, title }));
    const from = performance.now();
    await publish();
    waits.publishing.push(performance.now() - from);
    const lists = {
      search: `${url}/api/v1/scenarios/search?q=${encodeURIComponent("Quillember")}`,
      newest: `${url}/api/v1/scenarios/newest?limit=100`,
    };
    const names = Object.keys(lists);
    const seen = await Promise.all(names.map((name) => until(lists[name], id, title, from)));
    names.forEach((name, index) => waits[name].push(seen[index]));
  }
  say("\nFrom publishing a change until a list shows it:\n");
  const rows = Object.entries(waits).map(([name, times]) => [name, times.length, fixed(median(times), 0), fixed(Math.max(...times), 0)]);
  table(["What", "changes", "p50 ms", "slowest ms"], rows);
  for (const name of ["search", "newest"]) {
    target(`a published change in ${name}: slowest`, Math.max(...waits[name]), FOUND_TARGET_MS, { least: false, unit: " ms", digits: 0 });
  }
}

/** All pages of a shelf, by their cursors; resolves with the milliseconds of each. */
async function pages(writer, query, expected) {
  const times = [];
  let cursor = null;
  let count = 0;
  do {
    const from = performance.now();
    const page = await writer.call("GET", `/scenarios/my?${query}${cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`}`);
    times.push(performance.now() - from);
    count += page.results.length;
    cursor = page.nextCursor;
  } while (cursor !== null);
  if (expected !== undefined && count !== expected) wrong(`${query} showed ${count} of ${expected} scenarios`);
  return times;
}

async function shelf(writer) {
  let next = 0;
  const fill = async () => {
    for (; next < OWN; ) await created(writer, `Scenario ${(next++ * 7_919) % OWN} by hand`);
  };
  await Promise.all(Array.from({ length: 4 }, fill));
  const rows = [];
  let worst = 0;
  const walk = async (name, query, expected) => {
    const times = await pages(writer, query, expected);
    worst = Math.max(worst, ...times);
    rows.push([name, times.length, fixed(median(times), 1), fixed(Math.max(...times), 1)]);
  };
  for (const sort of SORTS) for (const limit of LIMITS) await walk(`${sort}, ${limit} a page`, `sort=${sort}&limit=${limit}`, OWN);
  await walk("drafts", "state=draft&limit=100", OWN);
  await walk("with a tag", "tag=mystery&limit=100", OWN);
  await walk("search: a word of every title", "q=scenario&limit=100", OWN);
  await walk("search: one title", "q=scenario%20777&limit=100");
  await walk("search: a word of the lore", "q=observatory&limit=100", OWN);
  say(`\nA shelf of ${OWN.toLocaleString("en")}:\n`);
  table(["Pages", "how many", "p50 ms", "slowest ms"], rows);
  target("a page of a shelf of 2,000: slowest", worst, SHELF_TARGET_MS, { least: false, unit: " ms", digits: 0 });
}

export async function writing() {
  const scenarios = Number(process.env.BENCH_SCENARIOS ?? 100_000);
  say(`\n## Writing, beside ${scenarios.toLocaleString("en")} scenarios (SQLite)\n`);
  const data = join(work, "data-writing");
  rmSync(data, { recursive: true, force: true });
  cpSync(prepareSynthetic(scenarios).data, data, { recursive: true });
  const env = { DRAMATIS_RATE_LIMITS: "off" };
  const { child, url } = await serve("writing", { data, bundle: process.env.DRAMATIS_BUNDLES ?? "bundles", env });
  try {
    const writers = [];
    for (let at = 0; at < WRITERS; at++) writers.push(await member(url, data, `writer${at}`));
    await saving(writers);
    await publishing(url, writers[1]);
    await shelf(await member(url, data, "shelf"));
    say(`\n${fixed(residentMb(child.pid), 0)} MB resident afterwards.`);
  } finally {
    await stop(child);
    rmSync(data, { recursive: true, force: true });
  }
}
