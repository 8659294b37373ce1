import { expect, test } from "vitest";
import { commandOf, isWriting, keyNames, type Press } from "./rules";
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
/** As everybody begins. */
const OFF = { typing: false, singleKeys: false };

test.each([
  ["a letter", press("r"), READING, "regenerate"],
  ["a letter under caps lock", press("R"), READING, "regenerate"],
  ["a letter with shift", press("R", { shiftKey: true }), READING, null],
  ["the browser's own", press("r", { ctrlKey: true }), READING, null],
  ["a letter in a field", press("r"), { typing: true, singleKeys: true }, null],
  ["escape in a field", press("Escape"), { typing: true, singleKeys: true }, "stop"],
  ["a question mark", press("?", { shiftKey: true }), READING, "help"],
  ["an arrow", press("ArrowLeft"), READING, "siblingBefore"],
  ["a letter with alt, letters off", press("r", { altKey: true }), OFF, "regenerate"],
  ["a letter with alt on a Mac", press("®", { altKey: true, code: "KeyR" }), OFF, "regenerate"],
  [
    "a letter with alt in a field",
    press("r", { altKey: true }),
    { typing: true, singleKeys: false },
    "regenerate",
  ],
  [
    "a character that alt writes in a field",
    press("®", { altKey: true, code: "KeyR" }),
    { typing: true, singleKeys: false },
    null,
  ],
  [
    "an arrow with alt in a field",
    press("ArrowUp", { altKey: true }),
    { typing: true, singleKeys: true },
    null,
  ],
  ["an arrow with alt", press("ArrowUp", { altKey: true }), READING, "messageBefore"],
  ["a letter, switched off", press("r"), { typing: false, singleKeys: false }, null],
  ["an arrow, letters off", press("ArrowLeft"), { typing: false, singleKeys: false }, "siblingBefore"],
  ["help, letters off", press("?"), { typing: false, singleKeys: false }, "help"],
  ["nobody's", press("q"), READING, null],
])("%s", (_, pressed, at, command) => expect(commandOf(shortcuts, pressed, at)).toBe(command));

test.each([
  ["a letter", press("r"), true],
  ["a capital", press("R", { shiftKey: true }), true],
  ["a quotation mark", press('"', { shiftKey: true }), true],
  ["a character made with AltGr", press("@", { altKey: true, ctrlKey: true }), true],
  ["an emoji", press("🙂"), true],
  ["the beginning of an accent", press("Dead"), true],
  ["space", press(" "), false],
  ["a shortcut of the browser", press("f", { ctrlKey: true }), false],
  ["a shortcut of a Mac", press("f", { metaKey: true }), false],
  ["a menu", press("f", { altKey: true }), false],
  ["an arrow", press("ArrowUp"), false],
  ["a function key", press("F5"), false],
])("%s: is it writing", (_, pressed, expected) => expect(isWriting(pressed)).toBe(expected));

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
