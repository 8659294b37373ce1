/**
 * node:http with React, one process: `node node.mjs string|pipeable PORT PAGE_FILE BUNDLE`.
 *
 * Like ours it holds the API's answers as texts, writes the render input anew for every request, escapes it for its
 * place in the page, renders, and sends head, markup and input. The head it has ready made, which ours has not.
 */
import { readFileSync } from "node:fs";
import http from "node:http";
import vm from "node:vm";

const [mode, port, pageFile, bundle] = process.argv.slice(2);
const page = JSON.parse(readFileSync(pageFile, "utf8"));
const { data, ...rest } = JSON.parse(page.input);
const answers = Object.entries(data).map(([uri, { status, body }]) => ({ uri, status, body: JSON.stringify(body) }));
const head = JSON.stringify(rest);

const ESCAPES = { "<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029" };
const escape = (text) => text.replace(/[<>&\u2028\u2029]/g, (found) => ESCAPES[found]);

function input() {
  const entries = answers.map(({ uri, status, body }) => `${JSON.stringify(uri)}:{"status":${status},"body":${body}}`);
  return escape(`${head.slice(0, -1)},"data":{${entries.join(",")}}}`);
}

const HEADERS = { "content-type": "text/html; charset=utf-8", "cache-control": "no-store", vary: "accept-encoding, cookie" };

vm.runInThisContext(readFileSync(bundle, "utf8"), { filename: bundle });

function sendString(response) {
  const data = input();
  const text = globalThis.dramatisRender(data);
  const end = text.indexOf("\n");
  const { status } = JSON.parse(text.slice(0, end));
  const body = Buffer.from(page.before + text.slice(end + 1) + page.between + data + page.after);
  response.writeHead(status, { ...HEADERS, "content-length": body.length });
  response.end(body);
}

function sendStream(response) {
  const data = input();
  const { status, stream } = globalThis.dramatisStream(data, {
    onAllReady() {
      response.writeHead(status, HEADERS);
      response.write(page.before);
      stream.pipe({
        write: (chunk) => response.write(chunk),
        end: () => response.end(page.between + data + page.after),
        on: (event, listener) => response.on(event, listener),
        destroy: (error) => response.destroy(error),
      });
    },
    onError(error) {
      console.error(error);
    },
  });
}

const send = mode === "pipeable" ? sendStream : sendString;
http.createServer((_request, response) => send(response)).listen(Number(port), "127.0.0.1");
