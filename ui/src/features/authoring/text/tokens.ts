/**
 * How many tokens a text has: the server's rule (`count_tokens` in server/platform/src/llm/rules.rs), step
 * by step.
 */

/** A run of this many Latin letters is one token … */
const SHORT_RUN = 5;
/** … and a longer one has a token for every started group of this size. */
const LATIN_CHARS_PER_TOKEN = 4;

/** What a run of characters is made of. */
type Run = "none" | "space" | "latin" | "digits" | "letters" | "ideographs" | "marks";

const ALPHABETIC = /\p{Alphabetic}/u;

const isIdeograph = (code: number) =>
  (code >= 0x2e80 && code <= 0x9fff) ||
  (code >= 0xac00 && code <= 0xd7af) ||
  (code >= 0xf900 && code <= 0xfaff) ||
  (code >= 0x20000 && code <= 0x3ffff);

const isAsciiLetter = (code: number) => (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);

function runOf(code: number): Run {
  if (isAsciiLetter(code)) return "latin";
  if (code === 0x20) return "space";
  if (code >= 0x30 && code <= 0x39) return "digits";
  if (code < 0x80) return "marks";
  if (code >= 0xc0 && code <= 0x24f) return "latin";
  if (isIdeograph(code)) return "ideographs";
  return ALPHABETIC.test(String.fromCodePoint(code)) ? "letters" : "marks";
}

function tokensOf(run: Run, length: number): number {
  switch (run) {
    case "none":
    // Ideographs are counted all together: there are eight tokens to seven of them.
    case "ideographs":
      return 0;
    // One space belongs to the word after it.
    case "space":
      return length > 1 ? 1 : 0;
    case "latin":
      return length <= SHORT_RUN ? 1 : Math.ceil(length / LATIN_CHARS_PER_TOKEN);
    case "digits":
      return Math.ceil(length / 3);
    case "letters":
      return Math.ceil(length / 2);
    case "marks":
      return length;
  }
}

/** About how many tokens a text has, as the server counts them for budgets. */
export function countTokens(text: string): number {
  let tokens = 0;
  let run: Run = "none";
  let length = 0;
  let hasAccent = 0;
  let ideographs = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.codePointAt(at) ?? 0;
    if (code > 0xffff) at++;
    const kind = runOf(code);
    if (kind !== run) {
      tokens += tokensOf(run, length) + hasAccent;
      run = kind;
      length = 0;
      hasAccent = 0;
    }
    length++;
    if (kind === "latin" && code > 0x7f) hasAccent = 1;
    if (kind === "ideographs") ideographs++;
  }
  return tokens + tokensOf(run, length) + hasAccent + Math.ceil((ideographs * 8) / 7);
}

/** The window of a model whose settings name none, in tokens (`DEFAULT_CONTEXT` of the server's models). */
export const SMALLEST_WINDOW = 8_192;
