import { readFileSync } from "node:fs";
import { join } from "node:path";
import subsetFont from "subset-font";
import { ui } from "./place.mjs";

/**
 * Fonts that every page loads before its words look right, cut to what those words need: the characters of western
 * Europe, the marks of running text, and the weights that the styles use. Other characters come from the `-ext` files
 * or the system.
 */
const CUT = {
  "inter-latin-wght-normal.woff2": { wght: { min: 400, max: 700 } },
  "newsreader-latin-wght-normal.woff2": { wght: { min: 400, max: 600 } },
};

/** Files of the first paint. */
export const FIRST_FONTS = Object.keys(CUT);

const range = (from, to) => Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at));

const WESTERN = [...range(0x20, 0x7e), ...range(0xa0, 0xff), ..."ıŒœʻʼˆ˚˜‐‑‒–—―‘’‚“”„†‡•…‰′″‹›⁄€™←↑→↓−"].join(
  "",
);

const read = (file) =>
  readFileSync(join(ui, "node_modules/@fontsource-variable", file.split("-")[0], "files", file));

const cuts = new Map();

/** The bytes of a font; cut ones are made once a process, since it takes a second. */
export function fontBytes(file) {
  if (!cuts.has(file)) {
    const axes = CUT[file];
    const cut = { targetFormat: "woff2", variationAxes: axes };
    cuts.set(file, axes === undefined ? Promise.resolve(read(file)) : subsetFont(read(file), WESTERN, cut));
  }
  return cuts.get(file);
}
