import { expect, test } from "vitest";
import { fileName } from "./fileName";

test.each([
  ["The Lamp: a/b?", "The Lamp a b.json"],
  ["灯台", "灯台.json"],
  ["///", "story.json"],
])("%j is kept as %j", (title, name) => expect(fileName(title, "json", "story")).toBe(name));
