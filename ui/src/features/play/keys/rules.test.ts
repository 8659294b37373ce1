import { expect, test } from "vitest";
import { commandOf, keyNames, type Press } from "./rules";
import { shortcuts } from "./shortcuts";

const press = (key: string, more: Partial<Press> = {}): Press => ({
  key,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  ...more,
});

const READING = { typing: false, singleKeys: true };

test.each([
  ["a letter", press("r"), READING, "regenerate"],
  ["a letter under caps lock", press("R"), READING, "regenerate"],
  ["a letter with shift", press("R", { shiftKey: true }), READING, null],
  ["the browser's own", press("r", { ctrlKey: true }), READING, null],
  ["a letter in a field", press("r"), { typing: true, singleKeys: true }, null],
  ["escape in a field", press("Escape"), { typing: true, singleKeys: true }, "stop"],
  ["a question mark", press("?", { shiftKey: true }), READING, "help"],
  ["an arrow", press("ArrowLeft"), READING, "siblingBefore"],
  ["an arrow with alt", press("ArrowUp", { altKey: true }), READING, "messageBefore"],
  ["a letter, switched off", press("r"), { typing: false, singleKeys: false }, null],
  ["an arrow, letters off", press("ArrowLeft"), { typing: false, singleKeys: false }, "siblingBefore"],
  ["help, letters off", press("?"), { typing: false, singleKeys: false }, "help"],
  ["nobody's", press("q"), READING, null],
])("%s", (_, pressed, at, command) => expect(commandOf(shortcuts, pressed, at)).toBe(command));

test("no key means two things", () => {
  const keys = shortcuts.flatMap((each) => each.keys);
  expect(new Set(keys).size).toBe(keys.length);
});

test("every command has a key and words", () => {
  for (const { keys, label } of shortcuts) {
    expect(keys.length).toBeGreaterThan(0);
    expect(label).not.toBe("");
  }
});

test("keys are named as they are lettered", () => {
  expect(keyNames("Alt+ArrowUp")).toEqual(["Alt", "↑"]);
  expect(keyNames("m")).toEqual(["M"]);
});
