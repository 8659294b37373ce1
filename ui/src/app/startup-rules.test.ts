import { expect, test } from "vitest";
import { YMO_VARIANTS } from "../config/campaigns";
import { adultCookie, freshReferral, pickVariant, referralCode, runSteps } from "./startup-rules";

test.each([
  [0, YMO_VARIANTS[0]],
  [0.26, YMO_VARIANTS[1]],
  [0.5, YMO_VARIANTS[2]],
  [0.999999, YMO_VARIANTS[3]],
  [1, YMO_VARIANTS[3]],
])("ymo with chance %d is %s", (chance, expected) => expect(pickVariant("ymo", chance)).toBe(expected));

test("any other campaign is kept", () => expect(pickVariant("spring", 0.5)).toBe("spring"));

test.each([
  [true, null, false, "true"],
  [false, null, false, "false"],
  [true, "false", false, null],
  [true, "true", false, null],
  [false, "true", false, null],
  [true, null, true, "false"],
])("campaign %s, stored %s, must confirm %s: %s", (campaignGiven, stored, mustConfirm, expected) => {
  expect(adultCookie({ campaignGiven, stored, mustConfirm })).toBe(expected);
});

test.each([
  [" ab12cd ", "AB12CD"],
  ["0123456789", "0123456789"],
  ["abcde", null],
  ["0123456789A", null],
  ["ghijkl", null],
  ["", null],
])("referral %j is %s", (given, expected) => expect(referralCode(given)).toBe(expected));

const DAY = 86_400_000;
test.each([
  [null, true],
  [JSON.stringify({ code: "AB12CD", timestamp: 100 * DAY - 30 * DAY }), true],
  [JSON.stringify({ code: "AB12CD", timestamp: 100 * DAY - 30 * DAY - 1 }), false],
  ["{", false],
  ["7", false],
  [JSON.stringify({ code: "AB12CD" }), false],
])("stored referral %s is kept: %s", (stored, expected) => {
  expect(freshReferral(stored, 100 * DAY)).toBe(expected);
});

test("start-up goes through all its steps in order, whatever fails", async () => {
  const log: string[] = [];
  const report = (name: string) => log.push(`without ${name}`);
  const step = (name: string, run: () => unknown = () => undefined) => ({
    name,
    run: () => {
      log.push(name);
      return run();
    },
  });
  runSteps(
    [
      step("referral", () => {
        throw new Error("storage is full");
      }),
      step("person", () => Promise.reject(new Error("no server"))),
      step("mount"),
    ],
    report,
  );
  expect(log).toEqual(["referral", "without referral", "person", "mount"]);
  await Promise.resolve();
  await Promise.resolve();
  expect(log.at(-1)).toBe("without person");
});
