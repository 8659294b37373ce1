import { countTokens } from "../text/tokens";
import { type Book, type Entry, groupsOf, splitDecorators } from "./entry";
import { inOrder } from "./order";

/**
 * What lists show of entries. What is computed of an entry is remembered as long as the entry is the same
 * object.
 */

function remembered<T>(compute: (entry: Entry) => T): (entry: Entry) => T {
  const known = new WeakMap<Entry, { value: T }>();
  return (entry) => {
    const before = known.get(entry);
    if (before !== undefined) return before.value;
    const value = compute(entry);
    known.set(entry, { value });
    return value;
  };
}

/** About how many tokens the content of an entry takes in a prompt, before its macros are replaced. */
export const entryTokens = remembered(({ content }) => countTokens(splitDecorators(content).text));

const searched = remembered(({ name, comment, keys, secondaryKeys, content }) =>
  [name, comment, ...keys, ...secondaryKeys, content].join("\n").toLowerCase(),
);

/** The entries that contain every word of a search in their names, keywords or content. */
export function findEntries(entries: readonly Entry[], search: string): readonly Entry[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return entries;
  return entries.filter((entry) => words.every((word) => searched(entry).includes(word)));
}

/** A row of the list. */
export type Row =
  | { kind: "group"; key: string; name: string; count: number }
  | { kind: "entry"; key: string; entry: Entry };

const NO_GROUP = "No group";

/** The rows of a book: its entries in order, under the names of their groups if they are grouped. */
export function rowsOf(entries: readonly Entry[], search: string, grouped: boolean): Row[] {
  const shown = inOrder(findEntries(entries, search));
  const row = (entry: Entry): Row => ({ kind: "entry", key: entry.id, entry });
  if (!grouped) return shown.map(row);
  const groups = new Map<string, Entry[]>();
  for (const entry of shown) {
    const name = groupsOf(entry)[0] ?? "";
    groups.set(name, [...(groups.get(name) ?? []), entry]);
  }
  // Entries without a group come last.
  const names = [...groups.keys()].sort(
    (a, b) => Number(a === "") - Number(b === "") || a.localeCompare(b, "en"),
  );
  return names.flatMap((name) => {
    const members = groups.get(name) ?? [];
    const head: Row = { kind: "group", key: `group ${name}`, name: name || NO_GROUP, count: members.length };
    return [head, ...members.map(row)];
  });
}

/** What stands below an entry's title in the list. */
export function entryNote({ enabled, constant, keys }: Entry): string {
  const words = keys.length === 0 ? "no keywords" : keys.join(", ");
  if (!enabled) return `Off · ${words}`;
  return constant ? "Always on" : words;
}

export interface BookTotals {
  entries: number;
  /** Entries that are on. */
  enabled: number;
  /** Tokens of the entries that are on. */
  tokens: number;
  /** Tokens of those that stand in every prompt. */
  constant: number;
}

/** How large a book is. */
export function bookTotals({ entries }: Book): BookTotals {
  const totals: BookTotals = { entries: entries.length, enabled: 0, tokens: 0, constant: 0 };
  for (const entry of entries) {
    if (!entry.enabled) continue;
    totals.enabled += 1;
    totals.tokens += entryTokens(entry);
    if (entry.constant) totals.constant += entryTokens(entry);
  }
  return totals;
}
