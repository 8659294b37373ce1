import { expect, test } from "vitest";
import { prefsFrom } from "./prefs";

test.each([
  ["", false, false],
  ["showNSFW=true", true, false],
  ["showNSFW=true; adultConfirmed=true", true, true],
  ["showNSFW=false; adultConfirmed=true", false, false],
  ["adultConfirmed=true", false, false],
  ["showNSFW=1; adultConfirmed=1", false, false],
])("with %j explicit pictures are shown: %s, where a confirmation is wanted: %s", (jar, freely, strictly) => {
  expect(prefsFrom(jar).showNSFW).toBe(freely);
  expect(prefsFrom(jar, true).showNSFW).toBe(strictly);
});
