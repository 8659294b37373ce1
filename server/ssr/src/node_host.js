// The host of one Node sidecar child: renders what comes in on stdin, one frame after the other, and answers on stdout.
//
// In:  a length (4 bytes, big endian) and that many bytes of UTF-8. The first frame is the bundle, the next ones, up to
//      an empty frame, are scripts that close the realm; every later frame is an input.
// Out: a kind (1 byte), the processor time used since the last answer in microseconds (4 bytes), a length (4 bytes, big
//      endian both) and that many bytes of UTF-8. See `node.rs` for the kinds.
"use strict";
const fs = require("node:fs");
const vm = require("node:vm");

const [outputLimit, heapLimit, bufferLimit] = process.argv.slice(1).map(Number);
const ANSWER = 0, THREW = 1, CONTRACT = 2, TOO_LONG = 3, HEAP = 4, BUFFERS = 5;

function read(length) {
  const bytes = Buffer.allocUnsafe(length);
  for (let at = 0; at < length; ) {
    const got = fs.readSync(0, bytes, at, length - at, null);
    if (got === 0) process.exit(0); // The parent has closed the pipe: there is nobody to render for.
    at += got;
  }
  return bytes;
}

function frame() {
  return read(read(4).readUInt32BE()).toString("utf8");
}

let usage = process.cpuUsage();

function answer(kind, text) {
  const length = Buffer.byteLength(text, "utf8");
  const { user, system } = process.cpuUsage(usage);
  const bytes = Buffer.allocUnsafe(9 + length);
  bytes[0] = kind;
  bytes.writeUInt32BE(user + system, 1);
  bytes.writeUInt32BE(length, 5);
  bytes.write(text, 9, "utf8");
  usage = process.cpuUsage();
  for (let at = 0; at < bytes.length; ) at += fs.writeSync(1, bytes, at);
}

function threw(error) {
  let message = "an unprintable value";
  let stack = "";
  try {
    message = String(error);
    if (typeof error?.stack === "string") stack = error.stack;
  } catch {
    // A page may throw an object that throws again when it is looked at.
  }
  answer(THREW, `${message.replaceAll("\0", "")}\0${stack}`);
}

// A realm of its own, with the language and no more: the bundle sees neither `process` nor `require`. Its microtasks
// run when `drain` does, so that none is left over for the next render.
const context = vm.createContext(vm.constants.DONT_CONTEXTIFY, { microtaskMode: "afterEvaluate" });
const drain = new vm.Script("0");
for (const [name, value] of Object.entries({ URL, URLSearchParams })) {
  Object.defineProperty(context, name, { value, writable: true, enumerable: false, configurable: true });
}

let render;
try {
  const bundle = frame();
  const scripts = [];
  for (let script = frame(); script !== ""; script = frame()) scripts.push(script);
  const seal = scripts.pop();
  for (const script of scripts) vm.runInContext(script, context);
  vm.runInContext(bundle, context, { filename: "bundle.js" });
  render = context.dramatisRender;
  if (typeof render === "function") {
    vm.runInContext(seal, context);
    answer(ANSWER, "");
  } else {
    answer(CONTRACT, "it does not set globalThis.dramatisRender to a function");
  }
} catch (error) {
  threw(error);
}

for (;;) {
  const input = frame();
  let page;
  try {
    page = render(input);
    drain.runInContext(context);
  } catch (error) {
    threw(error);
    continue;
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  if (heapUsed > heapLimit) answer(HEAP, "");
  else if (arrayBuffers > bufferLimit) answer(BUFFERS, "");
  else if (typeof page !== "string") {
    const kind = Object.prototype.toString.call(page) === "[object Promise]" ? "promise" : typeof page;
    answer(CONTRACT, `dramatisRender returned a value of type ${kind}, not a string`);
  } else if (page.length > outputLimit) answer(TOO_LONG, "");
  else answer(ANSWER, page);
}
