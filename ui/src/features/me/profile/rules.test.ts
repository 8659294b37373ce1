import { expect, test } from "vitest";
import { LIMITS, nameError, personaList, personaNameError, roomText, textError } from "./rules";

test.each(["ann", "Wren-Alderly", "a_1.b", "x2y", "a".repeat(30)])("%s is a name", (name) =>
  expect(nameError(name)).toBeNull(),
);

test.each(["", "ab", "a".repeat(31), "-ann", "ann.", "a..b", "a-_b", "ann lee", "аnn", "me@x.org"])(
  "%j is no name",
  (name) => expect(nameError(name)).not.toBeNull(),
);

test("what is left is shown when it gets scarce", () => {
  expect(roomText("", LIMITS.bio)).toBe("");
  expect(roomText("x".repeat(1_900), LIMITS.bio)).toBe("100 left");
  expect(roomText("x".repeat(2_001), LIMITS.bio)).toBe("1 too many");
  expect(textError("é".repeat(2_002), LIMITS.bio)).toBe("2 characters too many.");
  expect(textError(`  ${"é".repeat(2_000)}  `, LIMITS.bio)).toBeNull();
});

test("personas have names and are read in order", () => {
  expect(personaNameError("  ")).toBe("Enter a name.");
  expect(personaNameError("n".repeat(51))).toBe("1 character too many.");
  const list = personaList({
    b: { name: "Zoe", description: "" },
    a: { name: "Ann", description: "" },
  });
  expect(list.map(({ id }) => id)).toEqual(["a", "b"]);
});
