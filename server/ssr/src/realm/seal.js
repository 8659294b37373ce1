// Run after the bundle, in both renderers: from here on nothing can be added to the global object, nor to what every
// value inherits from. A render that tries to leave something behind for the next one throws (in strict code) or is
// ignored, and `__proto__` in data pollutes nothing. Existing properties can still be shadowed, so this breaks no code
// that only renders.
//
// `RegExp.prototype` alone stays open: V8 has its fast way through `test`, `replace` and `split` only while that object
// has the shape it was born with, and closing it made whole pages half as slow again.
//
// First it takes away what takes memory from the system past every limit: shared buffers and WebAssembly. V8 puts these
// back into a restored realm, so it cannot be done earlier.
(() => {
  "use strict";
  for (const name of ["Deno", "__bootstrap", "WebAssembly", "SharedArrayBuffer", "Atomics"]) delete globalThis[name];

  const seen = new Set([RegExp.prototype]);
  const close = (value) => {
    if (value === null || (typeof value !== "object" && typeof value !== "function") || seen.has(value)) return;
    seen.add(value);
    Object.preventExtensions(value);
    close(Object.getPrototypeOf(value));
  };
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    const { value } = Object.getOwnPropertyDescriptor(globalThis, name);
    if (typeof value !== "function" || name === "dramatisRender") continue;
    close(value);
    if ("prototype" in value) close(value.prototype);
  }
  for (const value of [
    (function* () {})(), (async function* () {})(), (async () => {})(), [][Symbol.iterator](), new Map().entries(),
    new Set().values(), ""[Symbol.iterator](), "".matchAll(/x/g), function* () {}, async function* () {}, async () => {},
  ]) {
    close(Object.getPrototypeOf(value));
  }
  for (const name of ["Math", "JSON", "Reflect", "Intl", "console"]) close(globalThis[name]);
  Object.preventExtensions(globalThis);
})();
