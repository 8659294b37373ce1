import { type FindOptions, queryPattern, replaceInText, spansOf } from "../text/findReplace";
import { type DraftBook, type Entry, LIMITS } from "./entry";

/** Changes of many entries at once. Each gives new books and leaves those it was given as they are. */

type Ids = ReadonlySet<string>;

const withEntries = (each: DraftBook, entries: Entry[]): DraftBook => ({
  ...each,
  book: { ...each.book, entries },
});

/** The books with the entries of one of them changed. */
export function changeEntries(
  books: readonly DraftBook[],
  bookId: string,
  change: (entries: readonly Entry[]) => Entry[],
): DraftBook[] {
  return books.map((each) => (each.id === bookId ? withEntries(each, change(each.book.entries)) : each));
}

export const setEnabled = (entries: readonly Entry[], ids: Ids, enabled: boolean): Entry[] =>
  entries.map((entry) => (ids.has(entry.id) && entry.enabled !== enabled ? { ...entry, enabled } : entry));

export const removeEntries = (entries: readonly Entry[], ids: Ids): Entry[] =>
  entries.filter(({ id }) => !ids.has(id));

/** How many more entries a book can take. */
export const roomIn = ({ book }: DraftBook) => Math.max(0, LIMITS.entries - book.entries.length);

/** Puts entries of one book at the end of another, as they are or as copies with ids of their own. */
export function sendEntries(
  books: readonly DraftBook[],
  { from, to, ids, copy }: { from: string; to: string; ids: Ids; copy: boolean },
  newId: () => string,
): DraftBook[] {
  const sent = books.find(({ id }) => id === from)?.book.entries.filter(({ id }) => ids.has(id)) ?? [];
  return books.map((each) => {
    if (each.id === to && to !== from) {
      // Ids are those within a book: another book may have the same.
      const taken = new Set(each.book.entries.map(({ id }) => id));
      const added = sent.map((entry) => (copy || taken.has(entry.id) ? { ...entry, id: newId() } : entry));
      return withEntries(each, [...each.book.entries, ...added]);
    }
    if (each.id === from && !copy) return withEntries(each, removeEntries(each.book.entries, ids));
    return each;
  });
}

/** Copies entries next to the originals. */
export function duplicateEntries(entries: readonly Entry[], ids: Ids, newId: () => string): Entry[] {
  return entries.flatMap((entry) => (ids.has(entry.id) ? [entry, { ...entry, id: newId() }] : [entry]));
}

const TEXTS = ["name", "comment", "content"] as const;

/** How often a text stands in the entries: in names, notes, keywords and content. */
export function countInEntries(
  entries: readonly Entry[],
  ids: Ids,
  query: string,
  options: FindOptions,
): number {
  const pattern = queryPattern(query, options);
  if (pattern === null) return 0;
  let count = 0;
  for (const entry of entries) {
    if (!ids.has(entry.id)) continue;
    const texts = [...TEXTS.map((field) => entry[field]), ...entry.keys, ...entry.secondaryKeys];
    for (const text of texts) count += spansOf(text, pattern).length;
  }
  return count;
}

/** The entries with a text replaced in names, notes, keywords and content. */
export function replaceInEntries(
  entries: readonly Entry[],
  ids: Ids,
  query: string,
  replacement: string,
  options: FindOptions,
): Entry[] {
  const write = (text: string) => replaceInText(text, query, replacement, options);
  return entries.map((entry) =>
    ids.has(entry.id)
      ? {
          ...entry,
          name: write(entry.name),
          comment: write(entry.comment),
          content: write(entry.content),
          keys: entry.keys.map(write),
          secondaryKeys: entry.secondaryKeys.map(write),
        }
      : entry,
  );
}
