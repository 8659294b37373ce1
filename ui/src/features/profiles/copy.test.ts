import { expect, it } from "vitest";
import { userDescription, userTitle } from "./copy";

const stats = (scenarios: number) => ({
  scenarios,
  loves: 0,
  chats: 0,
  messages: 0,
  followers: 0,
  following: 0,
});

it.each([
  [0, "Mara Quill: author page"],
  [1, "Mara Quill: 1 scenario to play"],
  [1_234, "Mara Quill: 1.2K scenarios to play"],
])("the title of an author with %i scenarios is %s", (count, expected) => {
  expect(userTitle({ authorname: "mara-quill", username: "Mara Quill", stats: stats(count) })).toBe(expected);
});

it("keeps within what a search result shows, whatever the name and the introduction", () => {
  for (const authorname of ["M", "Maximiliana-Theodora von Hohenzollern-Sigmaringen", "ش".repeat(64)]) {
    for (const userBio of [null, "", "Writes at night.", "Writes at night, by a lamp. ".repeat(40)]) {
      const user = { authorname, username: "", userBio, stats: stats(12) };
      expect(Array.from(userTitle(user)).length).toBeLessThanOrEqual(52);
      const description = Array.from(userDescription(user)).length;
      expect(description).toBeLessThanOrEqual(158);
      expect(description).toBeGreaterThan(60);
    }
  }
});
