import { expect, test } from "vitest";
import { finishedSentences, portion } from "./sentences";

test("only sentences that have ended are read out, and each once", () => {
  const text = 'She turns. "Who is there?" she asks. The lamp';
  const first = finishedSentences(text, 0, false);
  expect(first.sentences).toEqual(["She turns.", '"Who is there?"', "she asks."]);
  const later = finishedSentences(`${text} gutters.\n`, first.next, false);
  expect(later.sentences).toEqual(["The lamp gutters."]);
});

test("a number or an abbreviation in the middle is no end while nothing follows", () => {
  expect(finishedSentences("It costs 3.50", 0, false).sentences).toEqual([]);
});

test("when the text is whole, what is left is read out too", () => {
  expect(finishedSentences("The lamp goes out", 0, true).sentences).toEqual(["The lamp goes out"]);
  expect(finishedSentences("Done.", 5, true).sentences).toEqual([]);
});

test("what is ready is read together, up to a length", () => {
  expect(portion(["One.", "Two.", "Three."], 10)).toEqual({ text: "One. Two.", rest: ["Three."] });
  expect(portion(["A very long sentence."], 5)).toEqual({ text: "A very long sentence.", rest: [] });
  expect(portion([], 5)).toEqual({ text: "", rest: [] });
});
