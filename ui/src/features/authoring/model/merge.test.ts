import { expect, test } from "vitest";
import { merge } from "./merge";
import type { Json } from "./path";

const imre = { id: "imre", name: "Imre", voice: "" };
const odalys = { id: "odalys", name: "Odalys", voice: "" };
const base = { title: "Fog", tagline: "", tags: ["sea"], actors: [imre, odalys], rating: null as Json };

test("changes of different fields are both taken", () => {
  const mine = { ...base, title: "The fog", actors: [imre, { ...odalys, voice: "Dry." }] };
  const theirs = { ...base, rating: "mature", actors: [{ ...imre, voice: "Low." }, odalys] };
  expect(merge(base, mine, theirs)).toEqual({
    merged: {
      ...base,
      title: "The fog",
      rating: "mature",
      actors: [
        { ...imre, voice: "Low." },
        { ...odalys, voice: "Dry." },
      ],
    },
    conflicts: [],
  });
});

test("the same change on both sides is no conflict", () => {
  const both = { ...base, title: "Mist" };
  expect(merge(base, both, structuredClone(both))).toEqual({ merged: both, conflicts: [] });
});

test("the same text changed in two ways is a conflict; both are handed on", () => {
  const mine = { ...base, actors: [{ ...imre, voice: "Low." }, odalys] };
  const theirs = { ...base, actors: [{ ...imre, voice: "Loud." }, odalys], title: "Mist" };
  const { merged, conflicts } = merge(base, mine, theirs);
  expect(conflicts).toEqual([
    { path: ["actors", "@imre", "voice"], base: "", mine: "Low.", theirs: "Loud." },
  ]);
  expect(merged).toEqual({ ...mine, title: "Mist" });
});

test("items that both sides added are all there, each behind the one it stood behind", () => {
  const vera = { ...imre, id: "vera" };
  const bo = { ...imre, id: "bo" };
  const { merged } = merge(
    base,
    { ...base, actors: [imre, vera, odalys] },
    { ...base, actors: [imre, odalys, bo] },
  );
  expect((merged as typeof base).actors.map(({ id }) => id)).toEqual(["imre", "vera", "odalys", "bo"]);
});

test("an item goes if the other side left it alone, and stays if it was changed there", () => {
  const without = { ...base, actors: [imre] };
  expect(merge(base, without, { ...base, title: "Mist" }).merged).toEqual({ ...without, title: "Mist" });
  const changed = { ...base, actors: [imre, { ...odalys, voice: "Dry." }] };
  expect(merge(base, without, changed).merged).toEqual(changed);
  expect(merge(base, changed, without).merged).toEqual(changed);
});

test("an order changed on one side stands with changes of the other", () => {
  const turned = { ...base, actors: [odalys, imre] };
  const changed = { ...base, actors: [{ ...imre, voice: "Low." }, odalys] };
  const expected = { ...base, actors: [odalys, { ...imre, voice: "Low." }] };
  expect(merge(base, turned, changed).merged).toEqual(expected);
  expect(merge(base, changed, turned).merged).toEqual(expected);
});

test("words of both sides are joined", () => {
  const { merged, conflicts } = merge(
    { tags: ["sea", "fog"] },
    { tags: ["fog", "night"] },
    { tags: ["sea", "fog", "harbour"] },
  );
  expect(merged).toEqual({ tags: ["fog", "night", "harbour"] });
  expect(conflicts).toEqual([]);
});

test("a thing made on both sides conflicts where it differs", () => {
  const { conflicts } = merge({ note: null }, { note: { text: "a" } }, { note: { text: "b" } });
  expect(conflicts.map(({ path }) => path)).toEqual([["note", "text"]]);
});

test("fields of two pictures, or of two kinds of origin or notes, are never mixed", () => {
  const picture = { key: "a", alt: "", crop: null, focus: null };
  const before = { cover: picture, origin: { kind: "mine" }, contentNotes: { kind: "listed", notes: [] } };
  const mine = {
    cover: { ...picture, alt: "A pier" },
    origin: { kind: "permission", from: "Ada" },
    contentNotes: { kind: "listed", notes: ["war"] },
  };
  const theirs = {
    cover: { ...picture, key: "b" },
    origin: { kind: "fork", of: "s1" },
    contentNotes: { kind: "undisclosed" },
  };
  const { merged, conflicts } = merge(before, mine, theirs);
  expect(conflicts.map(({ path }) => path)).toEqual([["cover"], ["origin"], ["contentNotes"]]);
  expect(merged).toEqual(mine);
});

test("one picture takes its text from one side and its part from the other, each as a whole", () => {
  const picture = { key: "a", alt: "", crop: null as Json };
  const [left, right] = [
    { x: 0, y: 0, width: 0.5, height: 1 },
    { x: 0.5, y: 0, width: 0.5, height: 1 },
  ];
  const before = { cover: picture };
  const described = { cover: { ...picture, alt: "A pier" } };
  const cropped = { cover: { ...picture, crop: left } };
  expect(merge(before, described, cropped)).toEqual({
    merged: { cover: { key: "a", alt: "A pier", crop: left } },
    conflicts: [],
  });
  expect(merge(before, cropped, { cover: { ...picture, crop: right } }).conflicts).toEqual([
    { path: ["cover", "crop"], base: null, mine: left, theirs: right },
  ]);
});
