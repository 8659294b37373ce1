import { expect, test } from "vitest";
import { aPublishingStatus } from "../../testing/publishing";
import { accessOf, actionText, isOfPicture, refusal } from "./rules";
import type { PublishingStatus } from "./types";

const STATUS = aPublishingStatus();
const finding = { field: "/setting", passage: "She is 16.", message: "It can’t be published." };

test("what keeps a scenario from being published is said", () => {
  expect(refusal(STATUS, "public", true)).toBeNull();
  expect(refusal(STATUS, "public", false)).toContain("saved");
  expect(
    refusal({ ...STATUS, missing: [{ field: "/title", message: "Give it a title." }] }, "private", true),
  ).toContain("missing");
  expect(refusal({ ...STATUS, refused: [finding] }, "unlisted", true)).toContain("passages");
  expect(refusal({ ...STATUS, refused: [finding] }, "private", true)).toBeNull();
});

test("what is published as it is cannot be published again", () => {
  const published: PublishingStatus = { ...STATUS, state: "public", publishedVersion: 1 };
  expect(refusal(published, "public", true)).toContain("already");
  expect(refusal(published, "unlisted", true)).toBeNull();
  expect(refusal({ ...published, hasChanges: true }, "public", true)).toBeNull();
});

test.each([
  ["/cover", true],
  ["/actors/0/portrait", true],
  ["/actors/0/expressions/1/image", true],
  ["/actors/0/pictures/2", true],
  ["/actors/0/pictures/2/name", false],
  ["/setting", false],
])("a finding at %s is about a picture: %s", (field, isPicture) => {
  expect(isOfPicture({ ...finding, field })).toBe(isPicture);
});

test("the button says what it does", () => {
  expect(actionText(STATUS, "public")).toBe("Publish");
  expect(actionText({ ...STATUS, doubted: [finding] }, "public")).toBe("Send to review");
  expect(actionText({ ...STATUS, state: "public", hasChanges: true }, "public")).toBe("Publish the changes");
  expect(actionText({ ...STATUS, state: "public" }, "unlisted")).toBe("Change who sees it");
  expect(actionText(STATUS, "private")).toBe("Save as private");
});

test("a draft is offered to everybody, the others as they are", () => {
  expect(accessOf(STATUS)).toBe("public");
  expect(accessOf({ ...STATUS, state: "unlisted" })).toBe("unlisted");
  expect(accessOf({ ...STATUS, inReview: "unlisted" })).toBe("unlisted");
});
