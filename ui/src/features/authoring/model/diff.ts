import { hasIds, idOf, isFields, isList, isSame, type Json, type Path, valueAt, withValueAt } from "./path";

/** One difference between two versions of a draft. It can be applied, and reversed. */
export type Change =
  | { readonly kind: "value"; readonly path: Path; readonly before: Json; readonly after: Json }
  /** A piece of a text was replaced by another one; `at` counts UTF-16 units. */
  | {
      readonly kind: "text";
      readonly path: Path;
      readonly at: number;
      readonly removed: string;
      readonly inserted: string;
    }
  /**
   * Items of a list were added, removed or put in another order; `items` are those that are in one order
   * only.
   */
  | {
      readonly kind: "items";
      readonly path: Path;
      readonly before: readonly string[];
      readonly after: readonly string[];
      readonly items: Readonly<Record<string, Json>>;
    };

/** Whether no half of a surrogate pair is cut off here. */
const isWhole = (text: string, at: number) => {
  const unit = text.charCodeAt(at);
  return !(unit >= 0xdc00 && unit <= 0xdfff);
};

function textChange(path: Path, before: string, after: string): Change {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  while (start > 0 && !(isWhole(before, start) && isWhole(after, start))) start -= 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  while (end > 0 && !(isWhole(before, before.length - end) && isWhole(after, after.length - end))) end -= 1;
  return {
    kind: "text",
    path,
    at: start,
    removed: before.slice(start, before.length - end),
    inserted: after.slice(start, after.length - end),
  };
}

function listChanges(path: Path, before: readonly Json[], after: readonly Json[]): Change[] {
  const old = new Map(before.map((item) => [idOf(item) ?? "", item]));
  const now = new Map(after.map((item) => [idOf(item) ?? "", item]));
  const ids = { before: [...old.keys()], after: [...now.keys()] };
  const changes: Change[] = [];
  if (!isSame(ids.before, ids.after)) {
    const single = [...old, ...now].filter(([id]) => !(old.has(id) && now.has(id)));
    changes.push({ kind: "items", path, ...ids, items: Object.fromEntries(single) });
  }
  for (const [id, item] of now) {
    if (old.has(id)) changes.push(...changesBetween(old.get(id), item, [...path, `@${id}`]));
  }
  return changes;
}

/** What has to change for one version to become another. Parts that are the same object are not looked at. */
export function changesBetween(before: Json, after: Json, path: Path = []): Change[] {
  if (before === after) return [];
  if (typeof before === "string" && typeof after === "string") return [textChange(path, before, after)];
  if (isList(before) && isList(after) && hasIds(before) && hasIds(after))
    return listChanges(path, before, after);
  if (isFields(before) && isFields(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...names].flatMap((name) => changesBetween(before[name], after[name], [...path, name]));
  }
  return isSame(before, after) ? [] : [{ kind: "value", path, before, after }];
}

/** The change that takes this one back. */
export function reversed(change: Change): Change {
  switch (change.kind) {
    case "value":
      return { ...change, before: change.after, after: change.before };
    case "text":
      return { ...change, removed: change.inserted, inserted: change.removed };
    case "items":
      return { ...change, before: change.after, after: change.before };
  }
}

/** Where the text to be replaced stands: where it stood, or else where it stands now if it is there once. */
function placeIn(text: string, at: number, wanted: string): number {
  if (text.startsWith(wanted, at) && at <= text.length) return at;
  const found = wanted === "" ? -1 : text.indexOf(wanted);
  return found >= 0 && text.indexOf(wanted, found + 1) < 0 ? found : -1;
}

function withItems(list: readonly Json[], change: Extract<Change, { kind: "items" }>): readonly Json[] {
  const now = new Map(list.map((item) => [idOf(item) ?? "", item]));
  const before = new Set(change.before);
  const wanted = new Set(change.after);
  const result: Json[] = change.after.flatMap((id) => {
    const item = now.get(id) ?? (before.has(id) ? undefined : change.items[id]);
    return item === undefined ? [] : [item];
  });
  // Items that came from elsewhere stay behind the one that they stood behind.
  list.forEach((item, position) => {
    const id = idOf(item) ?? "";
    if (wanted.has(id) || before.has(id)) return;
    const previous = position === 0 ? -1 : result.indexOf(list[position - 1]);
    result.splice(previous + 1, 0, item);
  });
  return result;
}

/**
 * The draft after a change. What does not fit any more, because the place is gone or says something else,
 * stays.
 */
export function applied(root: Json, change: Change): Json {
  const now = valueAt(root, change.path);
  switch (change.kind) {
    case "value":
      return withValueAt(root, change.path, change.after);
    case "text": {
      if (typeof now !== "string") return root;
      const at = placeIn(now, change.at, change.removed);
      if (at < 0) return root;
      const rest = now.slice(at + change.removed.length);
      return withValueAt(root, change.path, now.slice(0, at) + change.inserted + rest);
    }
    case "items":
      return isList(now) ? withValueAt(root, change.path, withItems(now, change)) : root;
  }
}

export function allApplied(root: Json, changes: readonly Change[]): Json {
  return changes.reduce(applied, root);
}
