import { expect, test } from "vitest";
import { bothTexts, hunksBetween, isProse, mergedText } from "./texts";

test("only prose can be joined", () => {
  const prose = ["description", "actors/@a1/voice", "actors/@a1/note/text", "openings/@o1/text"];
  expect(prose.every((path) => isProse(path.split("/")))).toBe(true);
  const others = ["title", "tagline", "rating", "language", "openings/@o1/speaker", "actors/@a1/name", ""];
  expect(others.some((path) => isProse(path.split("/")))).toBe(false);
});

test.each([
  [
    "one at the start, one at the end",
    "Fog lies.",
    "Grey Fog lies.",
    "Fog lies. It rains.",
    "Grey Fog lies. It rains.",
  ],
  ["next to the first word", "A pier.", "Dusk. A pier.", "A long pier.", "Dusk. A long pier."],
  ["one removes, one adds", "A b c d e.", "A c d e.", "A b c d e. F.", "A c d e. F."],
  ["the same on both sides", "A b c d.", "A x c d.", "A x c d e.", "A x c d e."],
  [
    "paragraphs",
    "A.\n\nB.\n\nC.",
    "A, too.\n\nB.\n\nC.",
    "A.\n\nB.\n\nC.\n\nD.",
    "A, too.\n\nB.\n\nC.\n\nD.",
  ],
  [
    "a script without spaces",
    "霧が海に来る。",
    "白い霧が海に来る。",
    "霧が海に来る。夜。",
    "白い霧が海に来る。夜。",
  ],
])("%s: both are in the text", (_, base, mine, theirs, merged) => {
  expect(mergedText(base, mine, theirs)).toBe(merged);
  expect(mergedText(base, theirs, mine)).toBe(merged);
});

test.each([
  ["the same word", "A b c.", "A x c.", "A y c."],
  ["the same place", "A b.", "A b. Mine.", "A b. Theirs."],
  ["words side by side", "A b c d.", "A x c d.", "A b y d."],
  ["a text that was empty", "", "Mine.", "Theirs."],
])("%s changed on both sides is asked", (_, base, mine, theirs) => {
  expect(mergedText(base, mine, theirs)).toBeNull();
});

/** Numbers that look random, the same in every run (mulberry32). */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const COMMON = ["the", "sea", "fog", "a", "lamp", ".", ",", "\n\n"];

/** The words with a few edits; each word that is added is one that stands nowhere else. */
function edited(words: readonly string[], side: string, random: (below: number) => number): string[] {
  const result = [...words];
  for (let edits = random(4); edits > 0; edits -= 1)
    result.splice(
      random(result.length + 1),
      random(3),
      ...Array.from({ length: random(3) }, (_, n) => `${side}${edits}${n}`),
    );
  return result;
}

const wordsIn = (text: string) => new Set(text.match(/[a-z0-9]+/g));

test("every word that one side added is in the merged text, and no word that both have is lost", () => {
  const random = numbers(7);
  let merges = 0;
  for (let round = 0; round < 2_000; round += 1) {
    const base = Array.from({ length: random(40) }, () => COMMON[random(COMMON.length)] ?? "");
    const [mine, theirs] = ["mine", "theirs"].map((side) => edited(base, side, random)) as [
      string[],
      string[],
    ];
    const text = mergedText(base.join(" "), mine.join(" "), theirs.join(" "));
    if (text === null) continue;
    merges += 1;
    const found = wordsIn(text);
    const wanted = [...mine, ...theirs].filter((word) => /\d/.test(word));
    expect(
      wanted.filter((word) => !found.has(word)),
      `${base} | ${mine} | ${theirs}`,
    ).toEqual([]);
    // Nothing comes from nowhere, and each side's words are there as often as somebody wrote them.
    expect(text.match(/[a-z]+\d+/g) ?? []).toHaveLength(wanted.length);
  }
  expect(merges).toBeGreaterThan(500);
});

test("texts that differ nearly everywhere are not compared", () => {
  const words = (of: string) => Array.from({ length: 3_000 }, (_, at) => `${of}${at}`).join(" ");
  expect(hunksBetween(words("a"), words("b"))).toBeNull();
  expect(mergedText("", words("a"), words("b"))).toBeNull();
});

test.each([
  ["what both have stands once", "Fog. A pier. Night.", "Fog. A port. Night.", "Fog. A pier. A port. Night."],
  ["one sentence each", "A pier.", "A port.", "A pier. A port."],
  ["at the start", "A. B.", "Z. A. B.", "Z. A. B."],
  ["paragraphs that share nothing", "A.\n\nB.", "C.\n\nD.", "A.\n\nB.\n\nC.\n\nD."],
  ["what one side only has", "A.\n\nB.", "A.\n\nB.\n\nC.", "A.\n\nB.\n\nC."],
])("both, %s", (_, mine, theirs, both) => {
  expect(bothTexts(mine, theirs)).toBe(both);
});
