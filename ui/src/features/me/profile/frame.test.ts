import { expect, test } from "vitest";
import { CENTRED, cut, dragged, inside, MAX_ZOOM } from "./frame";

const wide = { width: 800, height: 400 };

test("a frame fills itself from the middle of the picture", () =>
  expect(cut(wide, CENTRED)).toEqual({ left: 200, top: 0, edge: 400 }));

test("a frame never leaves the picture", () => {
  expect(cut(wide, { x: -3, y: 9, zoom: 1 })).toEqual({ left: 0, top: 0, edge: 400 });
  expect(cut(wide, { x: 9, y: 9, zoom: 2 })).toEqual({ left: 600, top: 200, edge: 200 });
  expect(inside(wide, { x: 0.5, y: 0.5, zoom: 99 }).zoom).toBe(MAX_ZOOM);
  expect(inside(wide, { x: 0.5, y: 0.5, zoom: 0 }).zoom).toBe(1);
});

test("the picture follows the finger", () => {
  // 100 px of a 200 px frame that shows 400 pixels are 200 of the picture's.
  expect(dragged(wide, CENTRED, { x: -100, y: 0 }, 200)).toEqual({ x: 0.75, y: 0.5, zoom: 1 });
  expect(dragged(wide, CENTRED, { x: 0, y: 50 }, 200).y).toBe(0.5);
});
