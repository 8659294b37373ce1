import type { Entry } from "./entry";

/** Entries in the order in which they stand in a prompt: by `order`, then as they are listed. */
export function inOrder(entries: readonly Entry[]): Entry[] {
  return entries.toSorted((a, b) => a.order - b.order);
}

/**
 * Moves entries next to another one. What they are listed by is changed with them: a moved entry keeps its
 * `order` if that fits between its new neighbours, else it takes the neighbour's. No other entry changes.
 */
export function moveEntries(
  entries: readonly Entry[],
  ids: ReadonlySet<string>,
  target: string,
  side: "before" | "after",
): Entry[] {
  const sorted = inOrder(entries);
  const moved = sorted.filter(({ id }) => ids.has(id));
  const rest = sorted.filter(({ id }) => !ids.has(id));
  const at = rest.findIndex(({ id }) => id === target);
  if (at < 0 || moved.length === 0) return [...entries];
  const cut = side === "before" ? at : at + 1;
  const low = rest[cut - 1]?.order ?? Number.NEGATIVE_INFINITY;
  const high = rest[cut]?.order ?? Number.POSITIVE_INFINITY;
  const fitting = moved.map((entry) => {
    const order = Math.min(Math.max(entry.order, low), high);
    return order === entry.order ? entry : { ...entry, order };
  });
  return [...rest.slice(0, cut), ...fitting, ...rest.slice(cut)];
}

/** The entry that one is moved beyond by a step up or down among those shown; null at the ends. */
export function neighbour(shown: readonly Entry[], id: string, step: -1 | 1): string | null {
  const at = shown.findIndex((entry) => entry.id === id);
  return at < 0 ? null : (shown[at + step]?.id ?? null);
}
