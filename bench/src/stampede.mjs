/** Five hundred visitors of one page whose time is over: one render. */
import http from "node:http";
import { connect } from "node:net";
import { stop, get, sleep } from "./processes.mjs";
import { fixed, say, target, wrong } from "./report.mjs";
import { serve, STAMPEDE_FRESH_SECS } from "./site.mjs";

const CLIENTS = 500;
const PATH = "/";

/** An open connection that has not asked yet. */
function opened(port) {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => resolve(socket));
    socket.on("error", reject);
  });
}

function ask(socket, port) {
  return new Promise((resolve, reject) => {
    let text = "";
    socket.setEncoding("utf8");
    socket.on("data", (chunk) => {
      text += chunk;
    });
    socket.on("end", () => resolve(text));
    socket.on("error", reject);
    socket.write(`GET ${PATH} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nconnection: close\r\n\r\n`);
  });
}

const status = (text) => /^cache-status: (.*)$/im.exec(text)?.[1] ?? "none";

export async function stampede({ data, copies }) {
  say("\n## Five hundred clients, one expired page\n");
  const { child, url } = await serve("stampede", { data, bundle: copies.expiring });
  const port = Number(new URL(url).port);
  try {
    await get(url + PATH, { agent: new http.Agent() });
    await sleep(STAMPEDE_FRESH_SECS * 1_000 + 300);
    const sockets = await Promise.all(Array.from({ length: CLIENTS }, () => opened(port)));
    const from = performance.now();
    const answers = await Promise.all(sockets.map((socket) => ask(socket, port)));
    const took = performance.now() - from;
    if (answers.some((text) => !text.startsWith("HTTP/1.1 200"))) wrong("a client of the stampede was refused");
    const bodies = new Set(answers.map((text) => text.slice(text.indexOf("\r\n\r\n"))));
    if (bodies.size !== 1) wrong(`the stampede saw ${bodies.size} different pages`);
    const counted = {};
    for (const text of answers) {
      const kind = status(text).replace(/ttl=\d+/, "ttl");
      counted[kind] = (counted[kind] ?? 0) + 1;
    }
    const renders = answers.filter((text) => status(text) === "dramatis; fwd=miss").length;
    if (renders !== 1) wrong(`${renders} renders for one expired page`);
    say(`${CLIENTS} answers in ${fixed(took, 0)} ms: ${Object.entries(counted).map(([kind, count]) => `${count} × \`${kind}\``).join(", ")}.`);
    target("renders for 500 clients on an expired page", renders, 1, { least: false, unit: "", digits: 0 });
  } finally {
    await stop(child);
  }
}
