import { expect, test } from "vitest";
import { withFollow } from "./follow";

test("following counts once and can be undone", () => {
  const now = { following: false, followers: 4 };
  const then = withFollow(now, true);
  expect(then).toEqual({ following: true, followers: 5 });
  expect(withFollow(then, true)).toBe(then);
  expect(withFollow(then, false)).toEqual(now);
  expect(withFollow({ following: true, followers: 0 }, false).followers).toBe(0);
});
