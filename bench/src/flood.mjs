/**
 * A thread that asks for pages and pictures over many connections: so many a second of each kind, or, where no rate is given, the next as soon as
 * the last is answered. Whoever is refused does not wait before they ask again.
 */
import { connect } from "node:net";
import { setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";

/** How far the crowd stands back (`nice`). */
const NICENESS = 10;
const { url, connections, kinds, rates } = workerData;
// A crowd comes from elsewhere: here it is to take no processor from the people who are watched.
setPriority(NICENESS);
const { port, host } = new URL(url);
const names = Object.keys(kinds);
const seen = Object.fromEntries(names.map((name) => [name, { offered: 0, times: [], handed: [], refused: [], others: {} }]));
const started = performance.now();
let count = 0;
let isOver = false;

/** An address that no cache holds. */
function address(name) {
  const at = count++;
  const of = kinds[name][at % kinds[name].length];
  if (name === "pages") return `/scenario/${of}`;
  return `/_image?url=${of}&w=${16 + (at % 700)}&q=${50 + ((at / 700) % 45 | 0)}&h=${16 + (at * 7) % 900}`;
}

function client(name, at) {
  /** Milliseconds between two requests of this connection; it begins at its own moment. */
  const every = rates === undefined ? 0 : (1_000 * connections) / names.length / rates[name];
  let due = performance.now() + (every * at) / connections;
  const socket = connect(Number(port), "127.0.0.1");
  let from = 0;
  let head = "";
  let rest = null;
  const ask = () => {
    if (isOver) return socket.destroy();
    from = performance.now();
    head = "";
    rest = null;
    seen[name].offered += 1;
    socket.write(`GET ${address(name)} HTTP/1.1\r\nhost: ${host}\r\naccept: */*\r\n\r\n`);
  };
  const done = () => {
    const ms = performance.now() - from;
    const status = Number(head.slice(9, 12));
    if (status === 200) (/^x-render: fallback/im.test(head) ? seen[name].handed : seen[name].times).push(ms);
    else if (status === 503) seen[name].refused.push(ms);
    else seen[name].others[status] = (seen[name].others[status] ?? 0) + 1;
    next();
  };
  const next = () => {
    due = Math.max(due + every, performance.now() - every);
    const early = due - performance.now();
    if (early > 1) setTimeout(ask, early);
    else ask();
  };
  socket.on("connect", next);
  socket.on("data", (chunk) => {
    if (rest === null) {
      head += chunk.toString("latin1");
      const end = head.indexOf("\r\n\r\n");
      if (end < 0) return;
      const length = Number(/^content-length: (\d+)/im.exec(head.slice(0, end))?.[1] ?? 0);
      rest = length - (head.length - end - 4);
    } else rest -= chunk.length;
    if (rest <= 0) done();
  });
  socket.on("error", () => {
    seen[name].others.cut = (seen[name].others.cut ?? 0) + 1;
  });
  socket.on("close", () => {
    if (!isOver) setTimeout(client, 10, name, at);
  });
}

for (let at = 0; at < connections; at++) client(names[at % names.length], at);

parentPort.on("message", () => {
  isOver = true;
  const seconds = (performance.now() - started) / 1_000;
  const at = (values, share) => values.sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;
  parentPort.postMessage(
    Object.fromEntries(
      names.map((name) => {
        const { offered, times, handed, refused, others } = seen[name];
        return [name, { offered: offered / seconds, answered: times.length / seconds, handed: handed.length / seconds, refused: refused.length / seconds, p50: at(times, 0.5), p99: at(times, 0.99), refusedP99: at(refused, 0.99), others }];
      }),
    ),
  );
});
