import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { countTokens, SMALLEST_WINDOW } from "./tokens";

const llm = join(import.meta.dirname, "../../../../../server/platform/src/llm");
const rules = readFileSync(join(llm, "rules.rs"), "utf8");

/** The cases of the server's own test: a text, and the fewest and the most tokens it may have. */
const shared = Array.from(
  rules.matchAll(/\("((?:[^"\\]|\\.)*)", (\d+)\.\.=(\d+)\)/g),
  ([, text = "", least, most]) => ({ text, least: Number(least), most: Number(most) }),
);

test("the server's cases are found", () => expect(shared.length).toBeGreaterThanOrEqual(9));

test.each(shared)("tokens of $text are those the server allows", ({ text, least, most }) => {
  expect(countTokens(text)).toBeGreaterThanOrEqual(least);
  expect(countTokens(text)).toBeLessThanOrEqual(most);
});

// What the server's function gives for these texts, to the token.
test.each([
  ["", 0],
  ["Hello", 1],
  ["Hello, world!", 4],
  ["lighthouse", 3],
  ["Unbeschreiblichkeiten", 6],
  ["señoría", 3],
  ["naïve café", 4],
  ["a  b", 3],
  ["    ", 1],
  ["2026-11-21", 6],
  ["12345", 2],
  ["Привет, мир", 6],
  ["こんにちは世界", 8],
  ["中 文", 3],
  ["한국어 이야기", 7],
  ["𠀀𠀁", 3],
  ["{{char}} says: “No.”", 11],
  ["line\nline\n\n", 5],
  ["😀😀", 2],
  ["αβγδε", 3],
  ["x×y", 2],
])("tokens of %j", (text, tokens) => expect(countTokens(text)).toBe(tokens));

test("the smallest window is the one of a model whose settings name none", () => {
  const [, value = ""] =
    /const DEFAULT_CONTEXT: u32 = ([\d_]+);/.exec(readFileSync(join(llm, "config/read.rs"), "utf8")) ?? [];
  expect(Number(value.replaceAll("_", ""))).toBe(SMALLEST_WINDOW);
});
