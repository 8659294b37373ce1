/** What a row of the list writes about its story. */

const NAMES_SHOWN = 3;

/** `Imre`, `Imre and Odalys`, `Imre, Odalys, Ilse and 2 more`. */
export function castLine(characters: readonly { name: string }[]): string {
  const names = characters.slice(0, NAMES_SHOWN).map(({ name }) => name);
  const more = characters.length - names.length;
  if (more > 0) return `${names.join(", ")} and ${more} more`;
  const last = names.pop();
  return names.length === 0 ? (last ?? "") : `${names.join(", ")} and ${last}`;
}

/** Pieces of a text, marked where one of the words stands. */
export function marked(text: string, words: string): { text: string; hit: boolean }[] {
  const wanted = words
    .trim()
    .split(/\s+/)
    .filter((word) => word !== "")
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  if (wanted.length === 0) return [{ text, hit: false }];
  const pattern = new RegExp(`(${wanted.join("|")})`, "giu");
  return text
    .split(pattern)
    .map((piece, index) => ({ text: piece, hit: index % 2 === 1 }))
    .filter((piece) => piece.text !== "");
}
