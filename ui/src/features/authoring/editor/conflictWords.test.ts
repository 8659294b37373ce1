import { expect, test } from "vitest";
import { aDraft, aDraftActor } from "../../../testing/sampleDraft";
import type { Json } from "../model/path";
import { imageMeant, valueWords } from "./conflictWords";

const portrait = { key: "k1", alt: "A pier", focus: null, crop: null, uri: "" };
const draft = aDraft({ actors: [aDraftActor({ portrait })] });

test.each<[string, Json, string]>([
  ["title", "Fog", "Fog"],
  ["title", "", "(empty)"],
  ["rating", "mature", "Mature"],
  ["rating", null, "(not set)"],
  ["making", "open", "Open"],
  ["language", "hu", "Hungarian"],
  ["language", "", "(empty)"],
  ["cover", { ...portrait }, "A pier"],
  ["cover", { ...portrait, alt: "" }, "No alternative text"],
  ["banner", null, "No picture"],
  ["actors/@a1/portrait/crop", null, "All of the picture"],
  ["actors/@a1/portrait/focus", { x: 0, y: 1 }, ""],
  ["origin", { kind: "mine" }, "My own"],
  ["origin", { kind: "permission", from: "Ada" }, "Somebody else’s, with permission: Ada"],
  ["origin", null, "(not set)"],
  ["contentNotes", { kind: "undisclosed" }, "I choose not to say"],
  ["contentNotes", { kind: "listed", notes: ["war", "selfHarm"] }, "War, Self-harm"],
  ["contentNotes", { kind: "listed", notes: [] }, "None of the listed notes"],
  ["openings/@o1/speaker", "a1", "Mira"],
  ["openings/@o1/speaker", "a9", "An actor who is not in this draft"],
  ["openings/@o1/speaker", null, "The narrator"],
  ["openings/@o1/groupOnly", true, "Yes"],
  ["actors/@a1/role", "user", "user"],
  ["actors/@a1/note/role", "user", "Player"],
  ["actors/@a1/note/depth", 4, "4"],
  ["actors/@a1/talkativeness", 0.35, "35 %"],
  ["actors/@a1/expressions", [{ name: "joy", image: portrait }, { name: "fear" }], "joy, fear"],
  ["actors/@a1/expressions", [], "(none)"],
  ["lorebooks/@b1/book/entries/@e1/role", "system", "Instruction"],
  ["lorebooks/@b1/book/entries/@e1/position", "scenario", "After the setting"],
  ["lorebooks/@b1/book/entries/@e1/logic", "notAny", "Use it if none is found"],
  ["lorebooks/@b1/book/entries/@e1/wholeWords", null, "Automatic"],
  ["lorebooks/@b1/book/entries/@e1/enabled", false, "No"],
  ["lorebooks/@b1/book/entries/@e1/unknown", { id: "x1" }, "(without a name)"],
])("%s: %j is “%s”", (path, value, words) => {
  expect(valueWords(path.split("/"), value, draft)).toBe(words);
});

test("a picture is shown, and its part or point within it", () => {
  expect(imageMeant(["cover"], { ...portrait }, draft)).toEqual(portrait);
  expect(imageMeant(["cover"], null, draft)).toBeNull();
  const crop = { x: 0, y: 0, width: 0.5, height: 1 };
  const path = ["actors", "@a1", "portrait", "crop"];
  expect(imageMeant(path, crop, draft)).toEqual({ ...portrait, crop });
  expect(imageMeant(["title"], "Fog", draft)).toBeNull();
});
