import { expect, test } from "vitest";
import { castLine, marked } from "./rowText";

test.each([
  [[], ""],
  [["Imre"], "Imre"],
  [["Imre", "Odalys"], "Imre and Odalys"],
  [["Imre", "Odalys", "Ilse"], "Imre, Odalys and Ilse"],
  [["Imre", "Odalys", "Ilse", "Wren", "Tam"], "Imre, Odalys, Ilse and 2 more"],
])("the cast %j is %j", (names, line) => expect(castLine(names.map((name) => ({ name })))).toBe(line));

test("words that were searched for are marked, whatever they hold", () => {
  expect(marked("The lamp. A LAMP+ here", "lamp+ lamp")).toEqual([
    { text: "The ", hit: false },
    { text: "lamp", hit: true },
    { text: ". A ", hit: false },
    { text: "LAMP+", hit: true },
    { text: " here", hit: false },
  ]);
  expect(marked("plain", " ")).toEqual([{ text: "plain", hit: false }]);
});
