import { expect, test } from "vitest";
import { type Advice, adviceText } from "./advice";

test.each<[Advice, string]>([
  [{ rating: "everyone", notes: [] }, ""],
  [{ rating: null, notes: null }, ""],
  [{ rating: "mature", notes: [] }, "Rated Mature."],
  [{ rating: "mature", notes: null }, "Rated Mature."],
  [{ rating: "everyone", notes: ["war"] }, "Contains war."],
  [{ rating: "extreme", notes: ["war", "gore"] }, "Rated Extreme. Contains war and gore."],
  [{ rating: null, notes: "undisclosed" }, "The author chose not to say what it contains."],
])("what is said before the start: %j", (advice, text) => expect(adviceText(advice)).toBe(text));
