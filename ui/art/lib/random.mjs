// Seeded randomness. Every picture draws only from a generator made from its own text key, so the same catalogue gives
// the same bytes on every machine and in every order of work.

/** 32-bit FNV-1a hash of a text, finished with a murmur-style avalanche so that near texts give far numbers. */
export function hash32(text) {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** A small generator (mulberry32) with the draws that illustration needs. `fork` gives an independent stream by name. */
export function random(key) {
  let state = hash32(String(key));
  const f = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const r = {
    f,
    range: (a, b) => a + (b - a) * f(),
    int: (a, b) => Math.floor(a + (b - a + 1) * f()),
    pick: (list) => list[Math.floor(f() * list.length)],
    chance: (p) => f() < p,
    sign: () => (f() < 0.5 ? -1 : 1),
    /** Bell-shaped in -1..1. */
    bell: () => (f() + f() + f()) / 1.5 - 1,
    fork: (name) => random(`${key}/${name}`),
  };
  return r;
}
