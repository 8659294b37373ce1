import { expect, test } from "vitest";
import { type Opinion, pressed, quotaText, withLove, withRating } from "./opinion";

const quota = { limit: 50, used: 40, remaining: 10, resetsOn: "2026-03-10T00:00:00Z" };
const opinion: Opinion = { loved: false, rating: 0, loveCount: 4, likes: 3, dislikes: 1, quota };

test("a love counts once, costs one of today's, and can be withdrawn", () => {
  const loved = withLove(opinion, true);
  expect(loved).toMatchObject({ loved: true, loveCount: 5, quota: { used: 41, remaining: 9 } });
  expect(withLove(loved, true)).toBe(loved);
  expect(withLove(loved, false)).toEqual(opinion);
});

test("counts never fall below nothing", () => {
  const stale: Opinion = { ...opinion, loved: true, rating: 1, loveCount: 0, likes: 0 };
  expect(withLove(stale, false).loveCount).toBe(0);
  expect(withRating(stale, 0).likes).toBe(0);
});

test.each([
  [0, 1, { likes: 4, dislikes: 1 }],
  [0, -1, { likes: 3, dislikes: 2 }],
  [1, -1, { likes: 2, dislikes: 2 }],
  [1, 0, { likes: 2, dislikes: 1 }],
  [-1, -1, { likes: 3, dislikes: 1 }],
] as const)("from %d to %d", (before, after, counts) => {
  expect(withRating({ ...opinion, rating: before }, after)).toMatchObject({ rating: after, ...counts });
});

test("a second press on the same thumb withdraws the rating", () => {
  expect(pressed(0, 1)).toBe(1);
  expect(pressed(1, 1)).toBe(0);
  expect(pressed(1, -1)).toBe(-1);
});

test.each([
  [11, ""],
  [10, "10 loves left today."],
  [1, "One love left today."],
  [0, "You’ve given all 50 of today’s loves. You’ll get more tomorrow."],
])("%d left", (remaining, text) => expect(quotaText({ ...quota, remaining })).toBe(text));
