/**
 * Long texts of our own (guide, legal, privacy) as data: one renderer (`design/Article`) lays them out, heads reuse
 * their words, and tests hold their links to account. Inline marks are those of `lib/prose`, with links.
 */
export type ArticleBlock =
  | { kind: "text"; text: string }
  | { kind: "heading"; text: string }
  | { kind: "list"; items: readonly string[] }
  | { kind: "steps"; items: readonly string[] }
  | { kind: "terms"; rows: readonly ArticleTerm[] }
  | { kind: "keys"; rows: readonly ArticleKeys[] }
  | { kind: "table"; caption: string; head: readonly string[]; rows: readonly (readonly string[])[] }
  | { kind: "example"; speaker: string; text: string }
  | { kind: "note"; text: string };

/** A word and what it means here. */
export type ArticleTerm = { term: string; meaning: string };

/** A key or chord, one entry per key that is pressed together, and what it does. */
export type ArticleKeys = { keys: readonly string[]; meaning: string };

/** Every text of a block, in reading order. */
export function blockTexts(block: ArticleBlock): readonly string[] {
  switch (block.kind) {
    case "text":
    case "heading":
    case "note":
      return [block.text];
    case "list":
    case "steps":
      return block.items;
    case "terms":
      return block.rows.flatMap((row) => [row.term, row.meaning]);
    case "keys":
      return block.rows.map((row) => row.meaning);
    case "table":
      return [block.caption, ...block.head, ...block.rows.flat()];
    case "example":
      return [block.speaker, block.text];
  }
}
