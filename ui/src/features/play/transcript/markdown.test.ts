import type { Nodes } from "mdast";
import { describe, expect, test } from "vitest";
import { closeMarks, parseBlock, plainWords, safeAddress, splitBlocks } from "./markdown";

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

test("what a screen reader hears has no marks", () => {
  expect(plainWords("*He nods.* **No.**\n\n- one")).toBe("He nods. No.\none");
});

describe("hostile lengths", () => {
  const SIZE = 16_000;
  const repeat = (unit: string) => unit.repeat(Math.ceil(SIZE / unit.length)).slice(0, SIZE);
  test.each([
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
    const text = repeat(unit);
    const read = () => splitBlocks(closeMarks(text)).map(parseBlock);
    read();
    const begun = performance.now();
    read();
    expect(performance.now() - begun).toBeLessThan(250);
  });
});

test("every node that the parser makes is one that the renderer knows", () => {
  const seen = new Set<string>();
  const walk = (node: Nodes) => {
    seen.add(node.type);
    if ("children" in node) for (const child of node.children) walk(child);
  };
  for (const text of [
    "# h",
    "> q",
    "- l",
    "1. o",
    "```\nc\n```",
    "---",
    "a *b* **c** ~~d~~ `e` [f](https://g) ![h](i)",
    "a  \nb",
  ])
    walk(parseBlock(text));
  expect(seen).not.toContain("html");
  expect(seen).not.toContain("definition");
});
