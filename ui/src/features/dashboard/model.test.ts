import { expect, test } from "vitest";
import { type ActivityDay, chartText, daySeconds, kindsSeen, sum } from "./model";

const day = (date: string, changes: Partial<ActivityDay> = {}): ActivityDay => ({
  date,
  loves: 0,
  ratings: 0,
  follows: 0,
  stories: 0,
  messages: 0,
  ...changes,
});

const days = [day("2026-03-08", { loves: 2 }), day("2026-03-09", { loves: 1, stories: 1 })];

test("only what happened is drawn", () => expect(kindsSeen(days)).toEqual(["loves", "stories"]));

test("days are days of UTC", () => expect(daySeconds(days)).toEqual([1_772_928_000, 1_773_014_400]));

test("the plot can be read, too", () => {
  expect(sum(days, "loves")).toBe(3);
  expect(chartText(days)).toBe("3 loves, 1 story in 2 days.");
  expect(chartText([day("2026-03-08")])).toBe("No activity in this period.");
});
