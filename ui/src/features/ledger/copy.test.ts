import { expect, test } from "vitest";
import { byDay, clock, exact, shekels, signed } from "./copy";

test.each([
  [0, "0", "0", "0 shekels"],
  [1, "1", "+1", "1 shekel"],
  [-1, "−1", "−1", "−1 shekel"],
  [1_234_567, "1,234,567", "+1,234,567", "1,234,567 shekels"],
  [-12_000, "−12,000", "−12,000", "−12,000 shekels"],
  [999, "999", "+999", "999 shekels"],
])("%d", (amount, plain, withSign, words) => {
  expect(exact(amount)).toBe(plain);
  expect(signed(amount)).toBe(withSign);
  expect(shekels(amount)).toBe(words);
});

test("movements stand under their day, none is lost", () => {
  const at = (id: string, createdOn: string) => ({
    id,
    kind: "grant" as const,
    title: "",
    amount: 1,
    balance: 1,
    createdOn,
  });
  const days = byDay([
    at("c", "2026-03-10T09:00:00Z"),
    at("b", "2026-03-10T00:00:01Z"),
    at("a", "2026-03-09T23:59:59Z"),
  ]);
  expect(days.map(({ day, movements }) => [day, movements.map(({ id }) => id)])).toEqual([
    ["10 March 2026", ["c", "b"]],
    ["9 March 2026", ["a"]],
  ]);
  expect(clock("2026-03-09T23:59:59Z")).toBe("23:59");
  expect(clock("soon")).toBe("");
});
