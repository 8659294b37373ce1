import { expect, test } from "vitest";
import { aPublishingStatus } from "../../testing/publishing";
import { accessOf, actionText, isDone, isOfPicture, refusal } from "./rules";
import type { PublishingStatus } from "./types";

const STATUS = aPublishingStatus();
const finding = { field: "/setting", passage: "She is 16.", message: "It can’t be published." };

test("what keeps a scenario from being published is said", () => {
  expect(refusal(STATUS, "public")).toBeNull();
  const missing = [{ field: "/title", message: "Give it a title." }];
  expect(refusal({ ...STATUS, missing }, "unlisted")).toContain("missing");
  expect(refusal({ ...STATUS, missing }, "private"), "its author needs less").toBeNull();
  expect(refusal({ ...STATUS, missing, missingForAuthor: missing }, "private")).toContain("missing");
  expect(refusal({ ...STATUS, refused: [finding] }, "unlisted")).toContain("passages");
  expect(refusal({ ...STATUS, refused: [finding] }, "private")).toBeNull();
});

test("what is published as it is needs nothing more", () => {
  const published: PublishingStatus = { ...STATUS, state: "public", publishedVersion: 1 };
  expect(isDone(published, "public")).toBe(true);
  expect(isDone(published, "unlisted")).toBe(false);
  expect(isDone({ ...published, hasChanges: true }, "public")).toBe(false);
  expect(actionText(published, "public")).toBe("Published");
  expect(actionText({ ...published, state: "private" }, "private")).toBe("Saved as private");
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
