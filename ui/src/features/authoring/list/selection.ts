/** How many scenarios can be changed at once; the server's limit of a call. */
export const MOST_SELECTED = 500;

/** What is chosen on the shelf. */
export interface Selection {
  ids: ReadonlySet<string>;
  /** The scenario that was pressed last, from which a range reaches. */
  anchor: string | null;
}

export const NOTHING_SELECTED: Selection = { ids: new Set(), anchor: null };

const limited = (ids: Iterable<string>): ReadonlySet<string> => new Set([...ids].slice(0, MOST_SELECTED));

/** The ids from one to another, both included, in the order in which they are shown. */
function between(shown: readonly string[], one: string | null, other: string): readonly string[] {
  const at = [shown.indexOf(one ?? other), shown.indexOf(other)];
  return at.includes(-1) ? [other] : shown.slice(Math.min(...at), Math.max(...at) + 1);
}

/**
 * Turns a scenario on or off. `range`: all from the one that was pressed before to this one become what this
 * one becomes.
 */
export function turned(
  selection: Selection,
  shown: readonly string[],
  id: string,
  range: boolean,
): Selection {
  const on = !selection.ids.has(id);
  const ids = new Set(selection.ids);
  for (const each of range ? between(shown, selection.anchor, id) : [id]) {
    if (on) ids.add(each);
    else ids.delete(each);
  }
  return { ids: limited(ids), anchor: id };
}

export const allOf = (shown: readonly string[]): Selection => ({ ids: limited(shown), anchor: null });
