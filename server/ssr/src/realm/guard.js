// Growable buffers reserve their memory from the system directly, past the allocator that counts it. Plain buffers stay,
// and are counted. `seal.js` removes the rest of what has that effect.
(() => {
  "use strict";
  const Plain = ArrayBuffer;
  const fixed = new Proxy(Plain, {
    // Drops the second argument, which would ask for a growable buffer.
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.slice(0, 1), newTarget === fixed ? target : newTarget),
  });
  Plain.prototype.constructor = fixed;
  globalThis.ArrayBuffer = fixed;
})();
