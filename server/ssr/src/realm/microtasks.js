// `queueMicrotask`, where the engine brings none: in Node's bare realms, and in V8 while it makes a snapshot.
globalThis.queueMicrotask ??= (task) => void Promise.resolve().then(() => task());
