/** How many scenarios can be changed at once; the server's limit of a call. */
export const MOST_SELECTED = 500;

/** What is chosen on the shelf. */
export interface Selection {
  ids: ReadonlySet<string>;
  /** The scenario that was pressed last, from which a range reaches. */
  anchor: string | null;
  /** How many more were to be chosen than there is room for; they are left out. */
  leftOut: number;
}

export const NOTHING_SELECTED: Selection = { ids: new Set(), anchor: null, leftOut: 0 };

/** Those that can be chosen together. */
const limited = (ids: Iterable<string>): Pick<Selection, "ids" | "leftOut"> => {
  const all = [...ids];
  return { ids: new Set(all.slice(0, MOST_SELECTED)), leftOut: Math.max(0, all.length - MOST_SELECTED) };
};

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
  return { ...limited(ids), anchor: id };
}

export const allOf = (shown: readonly string[]): Selection => ({ ...limited(shown), anchor: null });
