// Takes away what could allocate outside the heap's cap and outside the counting allocator: shared and growable
// buffers and WebAssembly memory reserve their pages from the system directly. Plain buffers stay, and are counted.
(() => {
  "use strict";
  for (const name of ["WebAssembly", "SharedArrayBuffer", "Atomics"]) delete globalThis[name];
  const Plain = ArrayBuffer;
  const fixed = new Proxy(Plain, {
    // Drops the second argument, which would ask for a growable buffer.
    construct: (target, args, newTarget) => Reflect.construct(target, args.slice(0, 1), newTarget === fixed ? target : newTarget),
  });
  Plain.prototype.constructor = fixed;
  globalThis.ArrayBuffer = fixed;
})();
