import { describe, expect, test } from "vitest";
import { isBlurred, isExplicit, pictureFor, titleOf } from "./rules";

const m = (className: string, probability: number) => ({ className, probability });

describe("isExplicit", () => {
  test.each([
    ["nothing judged", [], false],
    ["top class is neutral", [m("Neutral", 0.9), m("Porn", 0.05)], false],
    ["top class is Porn", [m("Neutral", 0.3), m("Porn", 0.4), m("Sexy", 0.3)], true],
    ["top class is Hentai", [m("Hentai", 0.35), m("Drawing", 0.33), m("Neutral", 0.32)], true],
    ["Porn at exactly 0.6 and not on top", [m("Neutral", 0.7), m("Porn", 0.6)], false],
    ["Porn above 0.6 and not on top", [m("Neutral", 0.7), m("Porn", 0.61)], true],
    ["Hentai above 0.6 and not on top", [m("Drawing", 0.9), m("Hentai", 0.65)], true],
    ["another class is very sure", [m("Sexy", 0.99)], false],
    ["the first of two equals leads", [m("Neutral", 0.5), m("Porn", 0.5)], false],
  ])("%s", (_name, metrics, expected) => {
    expect(isExplicit(metrics)).toBe(expected);
  });
});

test.each([
  [true, false, true],
  [true, true, false],
  [false, false, false],
])("explicit %s, shown %s: blurred %s", (explicit, showNSFW, expected) => {
  expect(isBlurred({ explicit, avatarMetrics: [] }, showNSFW)).toBe(expected);
});

test.each([
  [true, true, "/media/a.webp?shown=1"],
  [true, false, "/media/a.webp"],
  [false, true, "/media/a.webp"],
  [false, false, "/media/a.webp"],
])("explicit %s, shown %s: the picture is at %s", (explicit, showNSFW, expected) => {
  expect(pictureFor("/media/a.webp", { explicit }, showNSFW)).toBe(expected);
  expect(pictureFor(null, { explicit }, showNSFW)).toBeNull();
});

test.each([
  ["", "Untitled"],
  ["  ", "Untitled"],
  ["Lamplight", "Lamplight"],
])("title of %j", (name, expected) => expect(titleOf(name)).toBe(expected));
