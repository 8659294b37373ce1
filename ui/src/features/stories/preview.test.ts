import { expect, test } from "vitest";
import { previewText } from "./preview";

test("a preview has no marks, even where it was cut between two", () => {
  expect(previewText("*Down below, the last light goes out. The plat", 200)).toBe(
    "Down below, the last light goes out. The plat",
  );
  expect(previewText("*He nods.* “Then **go**.”", 200)).toBe("He nods. “Then go.”");
});
