/** Signing in at a fixed rate beside other work, and what happens beyond the rate that one core of hashing can take. */
import { mkdtempSync, rmSync } from "node:fs";
import http from "node:http";
import { join } from "node:path";
import { work } from "./paths.mjs";
import { paced, PASSWORD, person, send } from "./people.mjs";
import { get, stop } from "./processes.mjs";
import { fixed, percentile, say, table, target, wrong } from "./report.mjs";
import { seeded, serve } from "./site.mjs";

const PEOPLE = 6;
/** Sign-ins a second that are promised. */
const PROMISED = 20;
/** Sign-ins a second that are too many. */
const TOO_MANY = 200;
/** Other requests a second, so few that they measure the wait and not themselves. */
const OTHERS = 100;
const TIMES_SLOWER = 2;
/** A hundredth of very few milliseconds is noise: below this, slower is not felt. */
const FLOOR_MS = 10;
const REFUSED_MS = 50;
const OTHER_WORK = { list: "/api/v1/scenarios/newest", "kept page": "/", search: "/api/v1/scenarios/search?q=moon" };

async function others(url, agent, seconds) {
  const names = Object.keys(OTHER_WORK);
  const times = Object.fromEntries(names.map((name) => [name, []]));
  const answers = await paced(OTHERS, seconds, async (at) => {
    const name = names[at % names.length];
    const answer = await get(url + OTHER_WORK[name], { agent });
    return { name, status: answer.status };
  });
  for (const { name, status, ms } of answers) {
    if (status !== 200) wrong(`${name} answered ${status} while people signed in`);
    times[name].push(ms);
  }
  return times;
}

export async function signin({ copies, seconds }) {
  say("\n## Signing in\n");
  const data = mkdtempSync(join(work, "signin-"));
  seeded(data);
  const { child, url } = await serve("signin", { data, bundle: copies.cached, core: null });
  const agents = [0, 1].map(() => new http.Agent({ keepAlive: true, maxSockets: 256 }));
  try {
    const people = [];
    for (let at = 0; at < PEOPLE; at++) people.push(await person(url, data, `bench${at}`));
    const signIn = async (at) => {
      const answer = await send(url, "/auth/sign-in", { email: people[at % PEOPLE], password: PASSWORD }, agents[1]);
      return { status: answer.status, retryAfter: answer.headers["retry-after"] };
    };
    const length = Math.max(seconds, 3) * 2;
    for (const path of Object.values(OTHER_WORK)) await get(url + path, { agent: agents[0] });
    await others(url, agents[0], 2);

    const alone = await others(url, agents[0], length);
    const [beside, promised] = await Promise.all([others(url, agents[0], length), paced(PROMISED, length, signIn)]);
    const refusedEarly = promised.filter(({ status }) => status !== 200);
    if (refusedEarly.some(({ status }) => status !== 503)) wrong(`a sign-in answered ${refusedEarly.find(({ status }) => status !== 503).status}`);
    const [under, flood] = await Promise.all([others(url, agents[0], length), paced(TOO_MANY, length, signIn)]);
    const answered = flood.filter(({ status }) => status === 200);
    // 503: no place is free. 429: these few people are asked for so often at once that it looks like guessing.
    const isRefusal = ({ status }) => status === 503 || status === 429;
    const refused = flood.filter(isRefusal);
    if (answered.length + refused.length !== flood.length) {
      wrong(`too many sign-ins were answered by ${flood.find((answer) => answer.status !== 200 && !isRefusal(answer)).status}`);
    }
    if (refused.some(({ retryAfter }) => retryAfter === undefined)) wrong("a refused sign-in was not told when to come back");

    const p99 = (values) => percentile(values, 0.99);
    table(
      ["Other work", "p99 ms, alone", `beside ${PROMISED} sign-ins/s`, `beside ${TOO_MANY}/s`],
      Object.keys(OTHER_WORK).map((name) => [name, fixed(p99(alone[name]), 1), fixed(p99(beside[name]), 1), fixed(p99(under[name]), 1)]),
    );
    const times = promised.filter(({ status }) => status === 200).map(({ ms }) => ms);
    say(`\n${times.length} of ${promised.length} sign-ins at ${PROMISED}/s: p50 ${fixed(percentile(times, 0.5), 0)} ms, p99 ${fixed(p99(times), 0)} ms.`);
    say(`At ${TOO_MANY}/s ${answered.length} were let in (${fixed(answered.length / length, 0)}/s), ${refused.length} refused, p99 ${fixed(p99(refused.map(({ ms }) => ms)), 1)} ms.`);
    target(`sign-ins let in at ${PROMISED}/s`, times.length / promised.length, 1, { unit: "" });
    const slower = (these) => Math.max(...Object.keys(OTHER_WORK).map((name) => Math.max(p99(these[name]), FLOOR_MS) / Math.max(p99(alone[name]), FLOOR_MS)));
    target(`p99 of other work beside ${PROMISED} sign-ins/s, to alone`, slower(beside), TIMES_SLOWER, { least: false });
    target(`the same beside ${TOO_MANY}/s`, slower(under), TIMES_SLOWER, { least: false });
    target("p99 of a refusal", p99(refused.map(({ ms }) => ms)), REFUSED_MS, { least: false, unit: " ms", digits: 1 });
  } finally {
    for (const agent of agents) agent.destroy();
    await stop(child);
    rmSync(data, { recursive: true, force: true });
  }
}
