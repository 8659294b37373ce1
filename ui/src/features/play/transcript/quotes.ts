/** A part of a text: spoken aloud, with its marks, or told. */
export interface Run {
  said: boolean;
  text: string;
}

/** What ends a quotation that begins with this mark. */
const CLOSERS: Readonly<Record<string, string>> = {
  '"': '"',
  "“": "”",
  "„": "“”",
  "«": "»",
  "»": "«",
  "「": "」",
  "『": "』",
};

/** What may stand before a straight mark that opens; after a word or a number it is an inch sign or a closing mark. */
const BEFORE_OPENING = /[\s([{—–\-…*_~>]/;

/**
 * Cuts a text into what is said and what is told. A quotation may go on from text to text (through emphasis) and, left
 * open, to the end of its paragraph. `open` is the mark that is open at the start; `before` the character that
 * precedes.
 */
export function quoteRuns(
  text: string,
  open: string | null,
  before: string,
): { runs: Run[]; open: string | null } {
  const runs: Run[] = [];
  let mark = open;
  let from = 0;
  let previous = before;
  const cut = (to: number, said: boolean) => {
    if (to > from) runs.push({ said, text: text.slice(from, to) });
    from = to;
  };
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? "";
    if (mark !== null) {
      if (CLOSERS[mark]?.includes(letter)) {
        cut(at + 1, true);
        mark = null;
      }
    } else if (letter in CLOSERS && (letter !== '"' || previous === "" || BEFORE_OPENING.test(previous))) {
      cut(at, false);
      mark = letter;
    }
    previous = letter;
  }
  cut(text.length, mark !== null);
  return { runs, open: mark };
}
