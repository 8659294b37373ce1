import { expect, test } from "vitest";
import { withNames } from "./names";

test("the names of speaker and player are filled in, in any case", () => {
  expect(withNames("{{CHAR}} <bot> <Char> {{user}} <USER> {{random::a}}", "Ida", "Sam")).toBe(
    "Ida Ida Ida Sam Sam {{random::a}}",
  );
  expect(withNames("{{user}}, says {{char}}", "$& Ida")).toBe("You, says $& Ida");
});

test.each([
  ["Rest and restore your strength, {{user}}.", "Rest and restore your strength, you."],
  ["{{user}} wakes.", "You wakes."],
  ["It rains. {{user}} waits… {{user}} waits", "It rains. You waits… You waits"],
  ["*{{user}} stirs.*\n\n*{{user}} sleeps, {{user}}*", "*You stirs.*\n\n*You sleeps, you*"],
  ["“{{user}}?” “Early, {{user}}.” {{user}} nods", "“You?” “Early, you.” You nods"],
  ['"{{user}}!" she calls to {{user}}', '"You!" she calls to you'],
  ["She looks at {{user}}", "She looks at you"],
])("a visitor is addressed with a capital only where a sentence begins: %s", (text, filled) => {
  expect(withNames(text, "Ida")).toBe(filled);
});

test.each([
  ["{{user}}'s lamp", "Your lamp"],
  ["She takes <USER>’s hand. {{user}}'s", "She takes your hand. Your"],
  ["{{user}}'selves, {{char}}'s", "You'selves, Ida's"],
])("what belongs to a visitor is theirs: %s", (text, filled) => {
  expect(withNames(text, "Ida")).toBe(filled);
});

test("what belongs to a player with a name keeps it", () => {
  expect(withNames("{{user}}'s lamp, <user>’s", "Ida", "Sam")).toBe("Sam's lamp, Sam’s");
});
