import { expect, test } from "vitest";
import { LIMITS } from "../model/draft";
import type { DraftExpression } from "../types";
import { type Clash, clashesOf, fitting, moodsOf, withPictures } from "./moods";

const files = (...names: string[]) => names.map((name) => new File(["a"], name, { type: "image/png" }));
const image = (key: string) => ({ key, alt: "", focus: null, crop: null, uri: "" });
const with_ = (...names: string[]): DraftExpression[] =>
  names.map((name) => ({ name, image: image(`old ${name}`) }));
const moods = (names: string[], expressions: DraftExpression[] = []) =>
  moodsOf(files(...names), expressions).map(({ file, mood }) => `${file.name}: ${mood}`);

test.each([
  ["joy.png", "joy"],
  ["quiet_joy.webp", "quiet joy"],
  ["slow-burn--smile.png", "slow burn smile"],
  ["anger-1.png", "anger"],
  ["joy (2).png", "joy"],
  ["joy2.png", "joy2"],
  ["Admiration.JPEG", "Admiration"],
  ["7.png", "7"],
  [".png", "mood"],
])("%s is the mood %s", (name, mood) => {
  expect(moods([name])).toEqual([`${name}: ${mood}`]);
});

test("several pictures of one mood are counted, in the order of their numbers", () => {
  expect(moods(["joy-10.png", "joy-2.png", "fear.png", "Joy.png"])).toEqual([
    "Joy.png: Joy",
    "joy-2.png: Joy 2",
    "joy-10.png: Joy 3",
    "fear.png: fear",
  ]);
});

test("a numbered picture beside a mood that has one already is a further one", () => {
  expect(moods(["joy-1.png"], with_("joy"))).toEqual(["joy-1.png: joy 2"]);
  expect(moods(["joy-1.png"], [{ name: "joy", image: null }])).toEqual(["joy-1.png: joy"]);
});

test("only a mood with a picture is asked about, whatever the letters' case", () => {
  const chosen = moodsOf(files("Joy.png", "fear.png", "love.png"), []);
  expect(clashesOf(chosen, [...with_("joy"), { name: "fear", image: null }])).toEqual(["Joy"]);
});

const uploaded = [
  { mood: "Joy", key: "k1" },
  { mood: "fear", key: "k2" },
  { mood: "love", key: "k3" },
];
const became = (clash: Clash, before: DraftExpression[]) => {
  const { expressions, replaced } = withPictures(before, uploaded, clash);
  return [...expressions.map((each) => `${each.name}: ${each.image?.key}`), replaced];
};

test("pictures come to their moods; one that was there is replaced, or another is added", () => {
  const before: DraftExpression[] = [...with_("joy", "joy 2"), { name: "fear", image: null }];
  expect(became("replace", before)).toEqual(["joy: k1", "joy 2: old joy 2", "fear: k2", "love: k3", 1]);
  expect(became("add", before)).toEqual([
    "joy: old joy",
    "joy 2: old joy 2",
    "fear: k2",
    "Joy 3: k1",
    "love: k3",
    0,
  ]);
});

test("a full list takes pictures for the moods that it has, and no more moods", () => {
  const full = with_(...Array.from({ length: LIMITS.expressions - 1 }, (_, at) => `mood ${at}`));
  const chosen = moodsOf(files("love.png", "fear.png"), full).concat({
    file: new File([], "mood 1.png"),
    mood: "mood 1",
  });
  const names = (clash: Clash) => {
    const { taken, over } = fitting(chosen, full, clash);
    return [taken.map(({ mood }) => mood), over.map(({ name }) => name)];
  };
  expect(names("replace")).toEqual([["love", "mood 1"], ["fear.png"]]);
  expect(names("add")).toEqual([["love"], ["fear.png", "mood 1.png"]]);
});
