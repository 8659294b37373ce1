/** From starting the program to the first page, with a database that is there already. */
import { request } from "node:http";
import { dramatis, root } from "./paths.mjs";
import { freePort, residentMb, sleep, start, stop } from "./processes.mjs";
import { fixed, median, say, target, wrong } from "./report.mjs";

const STARTS = 15;
const POLL_MS = 2;

function rendered(port) {
  return new Promise((resolve) => {
    const asking = request({ port, host: "127.0.0.1", path: "/", agent: false }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () => resolve(response.statusCode === 200 && response.headers["x-render"] === undefined && text.includes("<h1")));
    });
    asking.on("error", () => resolve(false));
    asking.end();
  });
}

export async function startup({ data, copies }) {
  say("\n## From exec to the first page\n");
  const times = [];
  let mb = 0;
  for (let at = 0; at < STARTS; at += 1) {
    const port = await freePort();
    const from = performance.now();
    const child = start("startup", dramatis, ["serve"], {
      cwd: root,
      core: null,
      env: { DRAMATIS_LOG: "warn", DRAMATIS_ADDR: `127.0.0.1:${port}`, DRAMATIS_DATA_DIR: data, DRAMATIS_BUNDLES: copies.cached },
    });
    while (!(await rendered(port))) {
      if (child.exitCode !== null || performance.now() - from > 20_000) {
        wrong("the server did not start");
        break;
      }
      await sleep(POLL_MS);
    }
    times.push(performance.now() - from);
    mb = residentMb(child.pid);
    await stop(child);
  }
  say(`Home page rendered, ${STARTS} starts: median ${fixed(median(times), 0)} ms, fastest ${fixed(Math.min(...times), 0)} ms, slowest ${fixed(Math.max(...times), 0)} ms; ${fixed(mb, 0)} MB resident after it.`);
  target("exec to the first rendered page, median", median(times), 300, { least: false, unit: " ms", digits: 0 });
}
