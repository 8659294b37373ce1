/** People with confirmed accounts, and calls at a fixed rate. */
import { readdirSync, readFileSync } from "node:fs";
import http from "node:http";
import { join } from "node:path";
import { sleep } from "./processes.mjs";

/** Everybody's password. */
export const PASSWORD = "a long evening by the river";
const MAIL_MS = 20_000;

/** Sends a call and resolves with the whole answer. */
export function send(url, path, body, agent) {
  return new Promise((resolve, reject) => {
    const text = JSON.stringify(body);
    const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(text) };
    const request = http.request(`${url}/api/v1${path}`, { method: "POST", agent, headers }, (response) => {
      const chunks = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("end", () => resolve({ status: response.statusCode, headers: response.headers, text: Buffer.concat(chunks).toString("utf8") }));
      response.on("error", reject);
    });
    request.on("error", reject);
    request.end(text);
  });
}

/** The plain words of a letter, whichever way they were coded. */
function words(letter) {
  const soft = letter.replace(/=\r?\n/g, "").replace(/=3D/gi, "=");
  const coded = letter.split(/\r?\n\r?\n/).map((part) => Buffer.from(part.replace(/\s/g, ""), "base64").toString("utf8"));
  return [soft, ...coded].join("\n");
}

/** The secret of the link that was mailed to this address. */
async function mailed(outbox, address) {
  const deadline = performance.now() + MAIL_MS;
  while (performance.now() < deadline) {
    let files = [];
    try {
      files = readdirSync(outbox).filter((name) => name.endsWith(".eml"));
    } catch {}
    for (const file of files) {
      const letter = readFileSync(join(outbox, file), "utf8");
      const found = letter.includes(address) ? /oobCode=([\w-]+)/.exec(words(letter)) : null;
      if (found !== null) return found[1];
    }
    await sleep(100);
  }
  throw new Error(`no letter reached ${address}`);
}

/** Signs somebody up, confirms their address by the letter, and resolves with the address. */
export async function person(url, data, name) {
  const email = `${name}@example.org`;
  const signedUp = await send(url, "/auth/sign-up", { email, password: PASSWORD });
  if (signedUp.status !== 202) throw new Error(`sign-up answered ${signedUp.status}: ${signedUp.text}`);
  const token = await mailed(join(data, "outbox"), email);
  const verified = await send(url, "/auth/verify-email", { token, ticket: JSON.parse(signedUp.text).ticket });
  if (verified.status !== 200) throw new Error(`verification answered ${verified.status}: ${verified.text}`);
  return email;
}

/** Calls `act` so many times a second, whether or not earlier calls have ended. */
export async function paced(perSecond, seconds, act) {
  const started = performance.now();
  const all = [];
  for (let at = 0; at < perSecond * seconds; at++) {
    const due = started + (at * 1_000) / perSecond;
    const early = due - performance.now();
    if (early > 0) await sleep(early);
    // Measured from when it was due: a client that waits its turn has waited, too.
    all.push(act(at).then((answer) => ({ ...answer, ms: performance.now() - Math.max(due, started) })));
  }
  return Promise.all(all);
}

/** Somebody with a record, signed in: their cookie, and calls as them. A call resolves with the answer's body, and fails on any refusal. */
export async function member(url, data, name) {
  const email = await person(url, data, name);
  const signedIn = await send(url, "/auth/sign-in", { email, password: PASSWORD });
  const { accessToken } = JSON.parse(signedIn.text);
  const cookie = signedIn.headers["set-cookie"].map((line) => line.split(";")[0]).find((pair) => pair.startsWith("session="));
  const call = async (method, path, body) => {
    const isForm = body instanceof FormData;
    const headers = { authorization: `Bearer ${accessToken}`, ...(!isForm && body !== undefined && { "content-type": "application/json" }) };
    const answer = await fetch(`${url}/api/v1${path}`, { method, headers, body: isForm ? body : body && JSON.stringify(body) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
    return text === "" ? null : JSON.parse(text);
  };
  await call("POST", "/users/", {});
  return { cookie, call };
}
