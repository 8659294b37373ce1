import { expect, test } from "vitest";
import { quoteRuns } from "./quotes";

const shown = (text: string, open: string | null = null, before = "") =>
  quoteRuns(text, open, before)
    .runs.map((run) => (run.said ? `[${run.text}]` : run.text))
    .join("");

test.each([
  ['"Come in," she says. "Sit."', '["Come in,"] she says. ["Sit."]'],
  ["“Come in,” she says.", "[“Come in,”] she says."],
  ["„Komm“, sagt sie.", "[„Komm“], sagt sie."],
  ["« Entrez », dit-elle.", "[« Entrez »], dit-elle."],
  ["「入って」と言う。", "[「入って」]と言う。"],
  ['A board of 5" and no more.', 'A board of 5" and no more.'],
  ['He said "and left it open', 'He said ["and left it open]'],
  ["Nobody speaks.", "Nobody speaks."],
  ["", ""],
])("%s", (text, expected) => expect(shown(text)).toBe(expected));

test("a quotation goes on through emphasis", () => {
  const first = quoteRuns('"It wants ', null, "");
  expect(first.open).toBe('"');
  expect(shown('something," he says', first.open, " ")).toBe('[something,"] he says');
});
