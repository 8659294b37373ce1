import type { MarkedToken } from "marked";
import { describe, expect, test } from "vitest";
import { closeMarks, known, parseBlock, plainText, safeAddress, splitBlocks } from "./markdown";

test.each([
  ["https://example.org/a b", "https://example.org/a%20b"],
  ["http://example.org", "http://example.org/"],
  ["javascript:alert(1)", null],
  [" javascript:alert(1)", null],
  ["java\nscript:alert(1)", null],
  ["//example.org", null],
  ["mailto:a@example.org", null],
  ["https://user:pass@example.org", null],
  ["", null],
])("the address %j", (url, expected) => expect(safeAddress(url)).toBe(expected));

describe("blocks", () => {
  test("a blank line ends one", () => {
    expect(splitBlocks("a\nb\n\nc\n \n\nd")).toEqual(["a\nb", "c", "d"]);
  });
  test("fenced code stays whole", () => {
    expect(splitBlocks("```\na\n\nb\n```\n\nc")).toEqual(["```\na\n\nb\n```", "c"]);
  });
  test("an indented part of a list stays with it", () => {
    expect(splitBlocks("- a\n\n  more\n\nb")).toEqual(["- a\n\n  more", "b"]);
  });
  test("growing text leaves all blocks but the last as they are", () => {
    const text = "*One.*\n\nTwo **and\n\nthree**\n\n- four\n\n  five\n\n```\nsix\n\nseven\n```\n\neight";
    for (let at = 1; at < text.length; at += 1) {
      const before = splitBlocks(text.slice(0, at));
      const after = splitBlocks(text.slice(0, at + 1));
      expect(after.slice(0, before.length - 1)).toEqual(before.slice(0, -1));
    }
  });
});

describe("text that is still being written", () => {
  test.each([
    ["*He tur", "*He tur*"],
    ["**No", "**No**"],
    ["**No *wa", "**No *wa***"],
    ["~~gone", "~~gone~~"],
    ["She *", "She"],
    ["She **", "She"],
    ["*done* and", "*done* and"],
    ["2 * 3", "2 * 3"],
    ["snake_case", "snake_case"],
    ["`code", "`code`"],
    ["\\*not", "\\*not"],
    ["*He turns ", "*He turns* "],
    ["", ""],
  ])("%j", (text, expected) => expect(closeMarks(text)).toBe(expected));
});

test("a wall of signs that is being written stays as it is, as it will when it is read as a block", () => {
  const long = `*${"a".repeat(12_000)}`;
  for (const wall of ["*a ".repeat(401), "**a".repeat(201), "`a".repeat(401), "~~a".repeat(201), long]) {
    expect(closeMarks(wall)).toBe(wall);
    expect(parseBlock(wall)).toEqual([expect.objectContaining({ type: "paragraph", text: wall })]);
  }
  // One mark less is read.
  expect(closeMarks("*a ".repeat(399))).not.toBe("*a ".repeat(399));
  expect(closeMarks(long.slice(0, 12_000))).toBe(`${long.slice(0, 12_000)}*`);
});

test("what a screen reader hears has no marks", () => {
  expect(plainText("*He nods.* **No.**\n\n- one")).toBe("He nods. No.\none");
});

describe("hostile lengths", () => {
  // The longest block that is read, and one that is shown as it was written.
  const SIZES = [12_000, 16_000];
  const repeat = (unit: string, size: number) => unit.repeat(Math.ceil(size / unit.length)).slice(0, size);
  test.each([
    // Just as many marks as are still read as marks.
    `*${"a".repeat(30)} `,
    `**${"a".repeat(60)} `,
    `[${"a".repeat(30)} `,
    `_${"a".repeat(30)}\n`,
    "*a ",
    "**a ",
    "_a_",
    "[",
    "[a](",
    "![",
    "`",
    "``a`",
    "> ",
    ">",
    "- ",
    "1. ",
    "* * ",
    "~~a",
    "\\*",
    "&#106;",
    "<a ",
    "<!--",
    "a\n",
    "a\n\n",
    "*a **b ",
    "[a](b",
    "|a",
    "\t",
    "#",
    '"',
    "“",
  ])("%j over and over", (unit) => {
    for (const size of SIZES) {
      const text = repeat(unit, size);
      // What takes the square of the text outlives the test's own limit.
      expect(splitBlocks(closeMarks(text)).map(parseBlock)).toBeInstanceOf(Array);
    }
  });
});

test("of all that markdown has, only what the renderer knows is made", () => {
  const seen = new Set<string>();
  const walk = (token: MarkedToken) => {
    seen.add(token.type);
    const inner = "items" in token ? token.items : "tokens" in token ? (token.tokens ?? []) : [];
    for (const each of inner) walk(known(each));
  };
  const texts = [
    "# h",
    "> q",
    "- l",
    "1. o",
    "```\nc\n```",
    "---",
    "a *b* **c** ~~d~~ ~e~ `f` [g](https://h) ![i](j) \\*",
    "a  \nb",
    "<b>k</b>",
    "<!-- l -->",
    "[m]: https://n",
    "https://o",
    "<https://p>",
    "| q |\n|---|\n| r |",
    "s\n===",
    "    t",
    "[u][m]",
  ];
  for (const text of texts) for (const token of parseBlock(text)) walk(token);
  for (const type of ["html", "def", "table"]) expect(seen).not.toContain(type);
  expect(Array.from(seen).toSorted()).toEqual(
    "blockquote br code codespan del em escape heading hr image link list list_item paragraph strong text".split(
      " ",
    ),
  );
});
