/** JSON as drafts are made of it. */
export type Json =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly Json[]
  | { readonly [key: string]: Json };

/**
 * A place in a draft: the names of fields; `@id` for the item of a list whose items have ids, so that it
 * stays the same place when the list changes; otherwise the position in the list.
 */
export type Path = readonly string[];

type Fields = { readonly [key: string]: Json };

export function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

export function isFields(value: Json): value is Fields {
  return typeof value === "object" && value !== null && !isList(value);
}

/** The id of a list's item; null if it has none. */
export function idOf(item: Json): string | null {
  const id = isFields(item) ? item.id : null;
  return typeof id === "string" && id !== "" ? id : null;
}

/** Whether every item has an id, each another one. */
export function hasIds(list: readonly Json[]): boolean {
  const ids = new Set(list.map(idOf));
  return ids.size === list.length && !ids.has(null);
}

/** The position of a list's item; -1 if there is none. */
function positionIn(list: readonly Json[], segment: string): number {
  if (segment.startsWith("@")) return list.findIndex((item) => idOf(item) === segment.slice(1));
  const position = Number(segment);
  return position < list.length ? position : -1;
}

/** What stands at a place; undefined if the place is not there. */
export function valueAt(root: Json, path: Path): Json {
  let value = root;
  for (const segment of path) {
    if (isList(value)) value = value[positionIn(value, segment)];
    else if (isFields(value)) value = value[segment];
    else return undefined;
  }
  return value;
}

/** The same with something else at a place; the same object if the place is not there. */
export function withValueAt(root: Json, path: Path, value: Json): Json {
  const [segment, ...rest] = path;
  if (segment === undefined) return value;
  if (isList(root)) {
    const position = positionIn(root, segment);
    if (position < 0) return root;
    const next = withValueAt(root[position], rest, value);
    return next === root[position] ? root : root.with(position, next);
  }
  if (!isFields(root)) return root;
  const next = withValueAt(root[segment], rest, value);
  if (next === root[segment]) return root;
  return { ...root, [segment]: next };
}

/** Whether two values say the same. Fields that are undefined count as absent. */
export function isSame(a: Json, b: Json): boolean {
  if (a === b) return true;
  if (isList(a) && isList(b)) return a.length === b.length && a.every((item, at) => isSame(item, b[at]));
  if (!isFields(a) || !isFields(b)) return false;
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].every((name) => isSame(a[name], b[name]));
}

/** A segment as it stands in a JSON pointer (RFC 6901). */
export const pointerPart = (segment: string): string => segment.replaceAll("~", "~0").replaceAll("/", "~1");

/** The segments of a JSON pointer, with positions as they are. */
export const segmentsOf = (pointer: string): string[] =>
  pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));

/** A place as one text (a JSON pointer, with `@id` for items that have one). */
export const pointerOf = (path: Path): string => path.map((segment) => `/${pointerPart(segment)}`).join("");

/** Whether a place is another one, or within it; both are pointers. */
export const isWithin = (place: string, outer: string): boolean =>
  place === outer || place.startsWith(`${outer}/`);

/** The place that a JSON pointer of the server means in this draft, with ids in place of positions. */
export function pathOfPointer(root: Json, pointer: string): string[] {
  const path: string[] = [];
  let value = root;
  for (const segment of segmentsOf(pointer)) {
    const id = isList(value) && hasIds(value) ? idOf(value[Number(segment)]) : null;
    path.push(id === null ? segment : `@${id}`);
    value = valueAt(value, [segment]);
  }
  return path;
}
