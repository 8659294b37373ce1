// Timers that never fire: a render is synchronous, so nothing it schedules could still count. Libraries that set a
// timer while they load or render get a handle and go on.
(() => {
  "use strict";
  let last = 0;
  const later = {
    setTimeout: () => ++last,
    setInterval: () => ++last,
    clearTimeout: () => {},
    clearInterval: () => {},
  };
  for (const [name, value] of Object.entries(later)) {
    Object.defineProperty(globalThis, name, { value, writable: true, enumerable: false, configurable: true });
  }
})();
