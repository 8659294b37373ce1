/** Where a sentence ends: its mark, marks that close after it, and a space or the end of the line. */
const END = /[.!?…]+["”’»)\]*_]*(?=\s)|\n+/g;

/**
 * The sentences of a growing text that have ended, from a position on; the position to go on from. While a text grows, its
 * last words may still be the middle of a sentence.
 */
export function finishedSentences(
  text: string,
  from: number,
  whole: boolean,
): { sentences: string[]; next: number } {
  if (whole) {
    const rest = text.slice(from).trim();
    return { sentences: rest === "" ? [] : [rest], next: text.length };
  }
  const sentences: string[] = [];
  let start = from;
  END.lastIndex = from;
  for (let match = END.exec(text); match !== null; match = END.exec(text)) {
    const end = match.index + match[0].length;
    const sentence = text.slice(start, end).trim();
    if (sentence !== "") sentences.push(sentence);
    start = end;
  }
  return { sentences, next: start };
}

/** What is read out at a time: all that is ready, but never so much that nobody can stop it. */
export function portion(sentences: readonly string[], most: number): { text: string; rest: string[] } {
  let text = sentences[0] ?? "";
  let used = Math.min(1, sentences.length);
  while (used < sentences.length && text.length + (sentences[used]?.length ?? 0) < most) {
    text += ` ${sentences[used]}`;
    used += 1;
  }
  return { text, rest: sentences.slice(used) };
}
