import { expect, test } from "vitest";
import { withNames } from "./names";

test("the names of speaker and player are filled in, in any case", () => {
  expect(withNames("{{CHAR}} <bot> <Char> {{user}} <USER> {{random::a}}", "Ida", "Sam")).toBe(
    "Ida Ida Ida Sam Sam {{random::a}}",
  );
  expect(withNames("{{user}}, says {{char}}", "$& Ida")).toBe("You, says $& Ida");
});
