import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { TINTS, tintsOf } from "./tints";

const cast = (...names: string[]) => names.map((name, at) => ({ id: `c${at}`, name }));

test("no two of a cast have the same colour", () => {
  const names = "Ada Bob Cleo Dan Eve Fay Gus Hal".split(" ");
  for (let many = 1; many <= TINTS; many += 1) {
    const tints = tintsOf(cast(...names.slice(0, many)));
    expect(new Set(tints.values()).size, names.slice(0, many).join(" ")).toBe(many);
  }
  expect(tintsOf(cast("Same", "Same", "Same")).size).toBe(3);
  expect(new Set(tintsOf(cast("Same", "Same", "Same")).values()).size).toBe(3);
});

test("a large cast ends, and uses every colour", () => {
  const tints = tintsOf(cast(...Array.from({ length: 40 }, (_, at) => `Somebody ${at}`)));
  expect(tints.size).toBe(40);
  expect(new Set(tints.values()).size).toBe(TINTS);
});

test("a later character takes nobody's colour", () => {
  const before = tintsOf(cast("Ada", "Bob"));
  const after = tintsOf(cast("Ada", "Bob", "Cleo"));
  for (const [id, tint] of before) expect(after.get(id)).toBe(tint);
});

const channel = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const rgb = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = rgb(hex).map(channel);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function contrast(a: string, b: string): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}
/** Distance in OKLab, in which equal steps look alike. */
function oklab(hex: string): [number, number, number] {
  const [r = 0, g = 0, b = 0] = rgb(hex).map(channel);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}
const distance = (a: string, b: string) => {
  const [x, y] = [oklab(a), oklab(b)];
  return Math.hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]);
};

/** The ground, and the ground with as much of a picture behind it as the play may ever show. */
const GROUNDS = {
  dark: ["#000814", "#132736", "#2b3138"],
  light: ["#faf7f0", "#f1ece1", "#d8d5cf"],
} as const;

test.each(["dark", "light"] as const)("names are read and told apart on %s ground", (theme) => {
  const css = readFileSync(join(import.meta.dirname, "../transcript/Line.module.css"), "utf8");
  const rule =
    theme === "dark"
      ? /^\.name\[data-tint="(\d)"\] \{\s+color: (#[0-9a-f]{6})/gm
      : /^:global\(\.light\) \.name\[data-tint="(\d)"\] \{\s+color: (#[0-9a-f]{6})/gm;
  const colours = Array.from(css.matchAll(rule), (match) => match[2] ?? "");
  expect(colours).toHaveLength(TINTS);
  for (const colour of colours)
    for (const ground of GROUNDS[theme])
      expect(contrast(colour, ground), `${colour} on ${ground}`).toBeGreaterThanOrEqual(4.5);
  for (const [at, colour] of colours.entries())
    for (const other of colours.slice(at + 1))
      expect(distance(colour, other), `${colour} ${other}`).toBeGreaterThan(0.045);
});
