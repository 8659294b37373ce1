/** Lists and search over a large catalogue, at the API. */
import http from "node:http";
import { get, residentMb, stop } from "./processes.mjs";
import { fixed, percentile, say, table, target, wrong } from "./report.mjs";
import { prepareSynthetic, serve } from "./site.mjs";

/** Requests of a class, one at a time and from several clients; fewer where they would take longer than the limit. */
const SEQUENTIAL = 300;
const CONCURRENT = 800;
const WARM_UP = 30;
const CLASS_MS = 4_000;
const CLIENTS = 8;
const PAGE = 20;
const DEEP_PAGE = 500;
const TARGET_MS = 25;
const SEED_TARGET_SECS = 120;

/** The same choices in every run: a small generator of our own (Lehmer's, modulus 2^31 - 1). */
function chooser(seed) {
  let state = seed;
  return (items) => {
    state = (state * 48_271) % 2_147_483_647;
    return items[state % items.length];
  };
}

const LETTERS = [..."abcdefghijklmnopqrstuvwxyz"];
const WORDS = ["dragon", "moon", "night", "river", "shadow", "winter", "star", "garden", "ghost", "silver", "lantern", "raven"];
const OTHER_SCRIPTS = ["дракон", "ночь", "луна", "東京", "夜", "海山", "corazón", "jardín", "wächter", "schatten"];
const TYPOS = ["dragn", "shaddow", "winetr", "lanterm", "gardne", "silvr", "moonlihgt", "riverr", "дркон", "schaten"];
const ODD = ['"', "a OR b*", "NEAR(x", "👻", "%", "x".repeat(300), "the of and", "-dragon", "zzzzzzzz"];

const query = (parts) => new URLSearchParams(parts).toString();

/** What is asked, each class as a function from the number of the request to an address below the API's base. */
async function classes(api) {
  const read = async (path) => JSON.parse((await api(path)).body.toString("utf8"));
  const newest = await read("/scenarios/newest?limit=100");
  const popular = await read("/scenarios/search?limit=100");
  const { results: common } = await read("/tags/search?limit=10");
  const { results: many } = await read("/tags/search?limit=100");
  const known = new Map(popular.results.concat(newest.results).flatMap(({ tagData }) => tagData).map((tag) => [tag.id, tag]));
  const byUse = [...known.values()].sort((a, b) => a.scenarioCount - b.scenarioCount);
  const rare = byUse.slice(0, 12);
  const ids = newest.results.map(({ id }) => id);
  const names = newest.results.concat(popular.results).map(({ displayName }) => displayName);
  const authors = newest.results.map(({ author }) => author);
  const pick = chooser(20_260_101);
  const tag = (list) => pick(list).id;
  const word = () => pick(WORDS);

  const deep = async (path) => {
    let cursor = null;
    // Long pages get there sooner; a cursor does not say how it was reached.
    for (let row = 0; row < DEEP_PAGE * PAGE; row += 100) {
      const page = await read(`${path}${path.includes("?") ? "&" : "?"}${query({ limit: 100, ...(cursor && { cursor }) })}`);
      if (page.nextCursor === null) return null;
      cursor = page.nextCursor;
    }
    return `${path}${path.includes("?") ? "&" : "?"}${query({ cursor })}`;
  };
  const popularTag = common[0].id;
  const deeps = {
    newest: await deep("/scenarios/newest"),
    likes: await deep("/discovery/likes"),
    trending: await deep("/discovery/trending"),
    all: await deep("/scenarios/search"),
    word: await deep("/scenarios/search?q=moon"),
    tag: await deep(`/scenarios/search?wlTags=${popularTag}`),
    feedTag: await deep(`/scenarios/newest?wlTags=${popularTag}`),
  };
  for (const [name, path] of Object.entries(deeps)) if (path === null) say(`No page ${DEEP_PAGE} of ${name}: left out.`);
  const deepClasses = Object.entries(deeps).filter(([, path]) => path !== null).map(([name, path]) => [`page ${DEEP_PAGE}: ${name}`, () => path]);

  return [
    ["newest", () => "/scenarios/newest"],
    ["likes", () => "/discovery/likes"],
    ["trending", () => "/discovery/trending"],
    ["newest, common tag", () => `/scenarios/newest?wlTags=${tag(common)}`],
    ["newest, rare tag", () => `/scenarios/newest?wlTags=${tag(rare)}`],
    ["newest, two tags", () => `/scenarios/newest?wlTags=${tag(common)}&wlTags=${tag(many)}`],
    ["trending, without a common tag", () => `/discovery/trending?blTags=${tag(common)}`],
    ["likes, rare tag without a common one", () => `/discovery/likes?wlTags=${tag(rare)}&blTags=${tag(common)}`],
    ["search: nothing typed", () => "/scenarios/search"],
    ["search: one letter", () => `/scenarios/search?${query({ q: pick(LETTERS) })}`],
    ["search: two letters", () => `/scenarios/search?${query({ q: word().slice(0, 2) })}`],
    ["search: beginning of a word", () => `/scenarios/search?${query({ q: word().slice(0, 4) })}`],
    ["search: a common word", () => `/scenarios/search?${query({ q: word() })}`],
    ["search: two words", () => `/scenarios/search?${query({ q: `${word()} ${word()}` })}`],
    ["search: four words", () => `/scenarios/search?${query({ q: `${word()} ${word()} ${word()} ${word()}` })}`],
    ["search: a whole name", () => `/scenarios/search?${query({ q: pick(names) })}`],
    ["search: other scripts", () => `/scenarios/search?${query({ q: pick(OTHER_SCRIPTS) })}`],
    ["search: typing errors", () => `/scenarios/search?${query({ q: pick(TYPOS) })}`],
    ["search: odd input", () => `/scenarios/search?${query({ q: pick(ODD) })}`],
    ["search: rare tag", () => `/scenarios/search?wlTags=${tag(rare)}`],
    ["search: word, two tags", () => `/scenarios/search?${query({ q: word() })}&wlTags=${tag(common)}&wlTags=${tag(common)}`],
    ["search: word, rare tag", () => `/scenarios/search?${query({ q: word() })}&wlTags=${tag(rare)}`],
    ["search: letters, three tags excluded", () => `/scenarios/search?${query({ q: word().slice(0, 3) })}&blTags=${tag(common)}&blTags=${tag(common)}&blTags=${tag(common)}`],
    ["search: one author", () => `/scenarios/search?${query({ author: pick(authors) })}`],
    ["search: word, one author", () => `/scenarios/search?${query({ q: word(), author: pick(authors) })}`],
    ["search: a hundred at once", () => `/scenarios/search?${query({ q: word(), limit: 100 })}`],
    ["one scenario", () => `/scenarios/scenario/${pick(ids)}`],
    ["similar", () => `/scenarios/similar/${pick(ids)}`],
    ["tags while typing", () => `/tags/search?${query({ q: pick(LETTERS) })}`],
    ...deepClasses,
  ];
}

async function timed(api, name, address, requests, clients) {
  const times = [];
  let left = requests;
  const until = performance.now() + CLASS_MS;
  const client = async () => {
    while (left > 0 && performance.now() < until) {
      left -= 1;
      const path = address();
      const from = performance.now();
      const answer = await api(path);
      times.push(performance.now() - from);
      if (answer.status !== 200) wrong(`${name}: ${path} answered ${answer.status}`);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return times;
}

export async function lists() {
  const scenarios = Number(process.env.BENCH_SCENARIOS ?? 100_000);
  say(`\n## Lists and search over ${scenarios.toLocaleString("en")} scenarios (SQLite)\n`);
  const { data, seconds } = prepareSynthetic(scenarios);
  if (seconds !== null) {
    say(`Written in ${fixed(seconds, 0)} s.\n`);
    if (scenarios === 100_000) target("writing 100,000 scenarios", seconds, SEED_TARGET_SECS, { least: false, unit: " s", digits: 0 });
  }
  const { child, url } = await serve("lists", { data, bundle: process.env.DRAMATIS_BUNDLES ?? "bundles" });
  const agent = new http.Agent({ keepAlive: true, maxSockets: CLIENTS });
  const api = (path) => get(`${url}/api/v1${path}`, { agent });
  try {
    const rows = [];
    const worst = { alone: 0, together: 0, aloneName: "", togetherName: "" };
    const every = { alone: [], together: [] };
    for (const [name, address] of await classes(api)) {
      await timed(api, name, address, WARM_UP, 1);
      const alone = await timed(api, name, address, SEQUENTIAL, 1);
      const together = await timed(api, name, address, CONCURRENT, CLIENTS);
      every.alone.push(...alone);
      every.together.push(...together);
      const [one, many] = [percentile(alone, 0.99), percentile(together, 0.99)];
      if (one > worst.alone) Object.assign(worst, { alone: one, aloneName: name });
      if (many > worst.together) Object.assign(worst, { together: many, togetherName: name });
      console.error(`  ${name}: ${fixed(one, 1)} ms, together ${fixed(many, 1)} ms`);
      rows.push([name, fixed(percentile(alone, 0.5)), fixed(one), fixed(percentile(together, 0.5)), fixed(many)]);
    }
    table(["Query", "p50 ms", "p99 ms", `p50, ${CLIENTS} clients`, `p99, ${CLIENTS} clients`], rows);
    say(`\n${fixed(residentMb(child.pid), 0)} MB resident afterwards.`);
    target("lists and search, all classes: p99", percentile(every.alone, 0.99), TARGET_MS, { least: false, unit: " ms", digits: 1 });
    target(`lists and search, slowest class (${worst.aloneName}): p99`, worst.alone, TARGET_MS, { least: false, unit: " ms", digits: 1 });
    target(`the same with ${CLIENTS} clients, all classes: p99`, percentile(every.together, 0.99), TARGET_MS, { least: false, unit: " ms", digits: 1 });
    target(`the same with ${CLIENTS} clients, slowest class (${worst.togetherName}): p99`, worst.together, TARGET_MS, { least: false, unit: " ms", digits: 1 });
  } finally {
    agent.destroy();
    await stop(child);
  }
}
