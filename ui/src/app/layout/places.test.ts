import { expect, test } from "vitest";
import { placesFor } from "./places";

/** Spec 2.5. */
test.each([
  ["a visitor", false, false, "Home Discover Billing Legal"],
  [
    "somebody signed in",
    true,
    false,
    "Home Discover Dashboard Stories My scenarios Profile Billing Guide Legal",
  ],
  ["an admin", true, true, "Home Discover Dashboard Stories My scenarios Profile Billing Guide Legal Admin"],
])("%s sees these places", (_, signedIn, admin, labels) => {
  expect(
    placesFor(signedIn, admin)
      .map(({ label }) => label)
      .join(" "),
  ).toBe(labels);
});

test("a guest has the way back into their story, and a person their list", () => {
  const labels = (signedIn: boolean) =>
    placesFor(signedIn, false, "/story/s1").map(({ label, href }) => `${label} ${href}`);
  expect(labels(false)).toContain("Your story /story/s1");
  expect(labels(true)).not.toContain("Your story /story/s1");
  expect(labels(true)).toContain("Stories /stories");
});

test("who is signed in finds what they write in the top bar, where there is room for it", () => {
  const inBar = placesFor(true, false).filter((place) => place.inBar !== undefined);
  expect(inBar.map(({ label, inBar: from }) => `${label} ${from}`)).toEqual([
    "Home always",
    "Discover always",
    "Dashboard always",
    "Stories always",
    "My scenarios wide",
    "Billing always",
  ]);
  expect(placesFor(false, false).map(({ inBar: from }) => from)).not.toContain("wide");
});
