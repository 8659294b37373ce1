import { expect, test } from "vitest";
import { cover } from "./cover";

const view = { top: 56, bottom: 384 };

test("what is in view stays where it is", () => {
  expect(cover({ top: 70, bottom: 300 }, view, 12)).toBe(0);
});

test("what is above or below comes into view whole", () => {
  expect(cover({ top: -66, bottom: 208 }, view, 12)).toBe(-134);
  expect(cover({ top: 200, bottom: 400 }, view, 12)).toBe(28);
});

test("of what is too tall the lower end with its buttons is shown", () => {
  expect(cover({ top: 72, bottom: 567 }, view, 12)).toBe(195);
  expect(cover({ top: -200, bottom: 372 }, view, 12)).toBe(0);
  expect(cover({ top: -300, bottom: 300 }, view, 12)).toBe(-72);
});
