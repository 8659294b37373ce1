import { expect, test } from "vitest";
import { aDraft } from "../../../testing/sampleDraft";
import type { SaveState } from "../model/sessionTypes";
import { notSavedText } from "./notSaved";

const REFUSED: SaveState = { at: "refused", isRestSaved: true };
const text = (save: SaveState, ...problems: [string, string][]) =>
  notSavedText({ save, draft: aDraft(), problems: new Map(problems) });

test.each<[SaveState, RegExp]>([
  [{ at: "waiting" }, /^Wait until your changes are saved\.$/],
  [{ at: "saving" }, /^Wait until your changes are saved\.$/],
  [{ at: "offline" }, /offline/],
  [{ at: "conflict" }, /in two places/],
  [{ at: "trashed" }, /in the trash/],
  [{ at: "gone" }, /deleted permanently/],
  [{ at: "failed", message: "The disk is full." }, /The disk is full\.$/],
])("%o keeps a draft from being published, and it is said why", (save, says) => {
  expect(text(save)).toMatch(says);
});

test("a field that is not complete is named with what it needs", () => {
  const says = text(REFUSED, ["/origin", "Say who gave permission."]);
  expect(says).toBe("Complete “Whose work it is” first. Say who gave permission.");
});

test("of several such fields it is said that there are several", () => {
  expect(text(REFUSED, ["/origin", "No."], ["/title", "Too long."])).toContain("Some fields");
});

test("nothing is said of what is saved", () => {
  expect(text({ at: "saved" })).toBeNull();
});
