import { expect, test } from "vitest";
import { cropOf, frameOf, frameWith, movedFrame, ownFrame, SHAPES } from "./crop";

const wide = { width: 1_600, height: 800 };
const tall = { width: 600, height: 1_200 };

test.each([
  ["a square of a wide picture", wide, 1, { x: 0.25, y: 0, width: 0.5, height: 1 }],
  ["a square of a tall picture", tall, 1, { x: 0, y: 0.25, width: 1, height: 0.5 }],
  ["a banner of a wide picture", wide, SHAPES.banner.ratio, { x: 0, y: 1 / 6, width: 1, height: 2 / 3 }],
])("the largest frame: %s", (_, picture, ratio, crop) => {
  const found = cropOf(picture, ratio, ownFrame(null));
  for (const side of ["x", "y", "width", "height"] as const) expect(found[side]).toBeCloseTo(crop[side]);
});

test("every part has the proportions asked for and lies within the picture, as the server demands", () => {
  for (const picture of [wide, tall, { width: 1, height: 3_000 }])
    for (const { ratio } of Object.values(SHAPES))
      for (const zoom of [0, 1, 2.5, 9])
        for (const place of [-1, 0, 0.3, 1, 2]) {
          const crop = cropOf(picture, ratio, { x: place, y: 1 - place, zoom });
          expect((crop.width * picture.width) / (crop.height * picture.height)).toBeCloseTo(ratio);
          expect(Math.min(crop.x, crop.y)).toBeGreaterThanOrEqual(0);
          expect(Math.max(crop.x + crop.width, crop.y + crop.height)).toBeLessThanOrEqual(1);
          expect(crop.width).toBeGreaterThan(0);
        }
});

test("a part and its frame say the same", () => {
  const crop = cropOf(wide, 1, { x: 0.4, y: 0.5, zoom: 2 });
  const again = cropOf(wide, 1, frameOf(wide, 1, crop));
  for (const side of ["x", "y", "width", "height"] as const) expect(again[side]).toBeCloseTo(crop[side]);
});

test("a frame stops at the edge", () => {
  const moved = movedFrame(wide, 1, ownFrame(null), { x: 5, y: 5 });
  expect(moved.x).toBeCloseTo(0.75);
  expect(moved.y).toBeCloseTo(0.5);
});

test("a picture without a frame is shown as near around its focus point as the edges allow", () => {
  expect(cropOf(tall, 1, ownFrame({ x: 0.5, y: 0.4 })).y).toBeCloseTo(0.15);
  expect(cropOf(tall, 1, ownFrame({ x: 0.5, y: 0.95 })).y).toBeCloseTo(0.5);
});

test("a frame follows a point that it would leave out", () => {
  const frame = { x: 0.5, y: 0.2, zoom: 2 };
  expect(frameWith(tall, 1, frame, { x: 0.6, y: 0.25 })).toBe(frame);
  expect(frameWith(tall, 1, frame, { x: 0.5, y: 0.9 })).toEqual({ x: 0.5, y: 0.9, zoom: 2 });
});
