import { expect, test } from "vitest";
import type { PartRecord } from "../types";
import { changesSince, groupParts, segments, sentTokens, thousands } from "./rules";

/** Of any kind: a newer server may know kinds that this client does not. */
const part = (kind: string, tokens: number, more: Partial<PartRecord> = {}): PartRecord => ({
  part: kind as PartRecord["part"],
  title: "",
  source: "story",
  tokens,
  kept: true,
  why: "",
  text: `${kind} ${tokens}`,
  ...more,
});

const BUDGET = {
  window: 1_000,
  reply: 200,
  safety: 20,
  available: 780,
  used: 0,
  history: 0,
  caps: { lore: 0, memory: 0, examples: 0, historyFloor: 0 },
};

test("parts of a kind stand together, in the order of the prompt", () => {
  const groups = groupParts([
    part("system", 10),
    part("history", 20),
    part("history", 30, { kept: false, why: "no room" }),
    part("nudge", 5),
  ]);
  expect(groups.map(({ part: kind, tokens, kept, dropped }) => [kind, tokens, kept, dropped])).toEqual([
    ["system", 10, 1, 0],
    ["history", 20, 1, 1],
    ["nudge", 5, 1, 0],
  ]);
  expect(groups[0]?.title).toBe("Instructions");
});

test("a kind nobody told us of keeps its name", () =>
  expect(groupParts([part("weather", 1, { title: "Weather" })])[0]?.title).toBe("Weather"));

test("the bar is filled from the left, and the reply's room is at the right", () => {
  const bar = segments(groupParts([part("system", 100), part("history", 300)]), BUDGET);
  expect(bar).toEqual([
    { tone: 0, from: 0, width: 100 },
    { tone: 1, from: 100, width: 300 },
    { tone: "reply", from: 800, width: 200 },
  ]);
});

test("nothing leaves the bar, however much there is", () => {
  for (const { from, width } of segments(groupParts([part("a", 5_000), part("b", 5_000)]), BUDGET)) {
    expect(from).toBeGreaterThanOrEqual(0);
    expect(from + width).toBeLessThanOrEqual(1_000);
  }
});

test("what was left out was not sent", () =>
  expect(sentTokens([part("a", 10), part("b", 7, { kept: false })])).toBe(10));

test("only what changed since the reply before is listed", () => {
  const before = [part("system", 10), part("summary", 40), part("triggeredLore", 12, { title: "Lamp" })];
  const now = [part("system", 10), part("summary", 60), part("triggeredLore", 9, { title: "Tower" })];
  expect(changesSince(now, before)).toEqual({
    changes: [
      { kind: "changed", title: "Summary", tokens: 20 },
      { kind: "new", title: "Triggered lore: Tower", tokens: 9 },
      { kind: "gone", title: "Triggered lore: Lamp", tokens: -12 },
    ],
    more: 0,
  });
});

test("a long list of changes is cut", () => {
  const now = Array.from({ length: 20 }, (_, at) => part("history", 1, { title: `m${at}` }));
  const { changes, more } = changesSince(now, []);
  expect([changes.length, more]).toEqual([12, 8]);
});

test.each([
  [0, "0"],
  [999, "999"],
  [1_000, "1,000"],
  [1_234_567, "1,234,567"],
])("%s is %s", (value, text) => expect(thousands(value)).toBe(text));
