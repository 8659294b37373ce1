import { hasIds, idOf, isFields, isList, isSame, type Json, type Path } from "./path";
import { isProse, mergedText } from "./texts";

/** Both sides changed the same, each in another way. */
export interface Conflict {
  readonly path: Path;
  readonly base: Json;
  readonly mine: Json;
  readonly theirs: Json;
}

export interface Merge {
  /** With both sides' changes; where they conflict, with mine. */
  readonly merged: Json;
  readonly conflicts: readonly Conflict[];
}

const settled = (merged: Json): Merge => ({ merged, conflicts: [] });

/**
 * Three-way merge: what only one side changed is taken from it, also within prose. Items of lists are
 * recognised by their ids. An item that one side removed and the other one changed stays, with the change.
 */
export function merge(base: Json, mine: Json, theirs: Json, path: Path = []): Merge {
  if (isSame(mine, theirs) || isSame(base, theirs)) return settled(mine);
  if (isSame(base, mine)) return settled(theirs);
  if (isFields(mine) && isFields(theirs) && isMixable(mine, theirs, path))
    return mergeFields(isFields(base) ? base : {}, mine, theirs, path);
  if (isList(mine) && isList(theirs)) {
    const old = isList(base) ? base : [];
    if ([old, mine, theirs].every(hasIds)) return mergeItems(old, mine, theirs, path);
    const lists = [old, mine, theirs];
    if (lists.every((list) => list.every((item) => typeof item === "string")))
      return settled(mergeWords(old, mine, theirs));
    if (mine.length === old.length && theirs.length === old.length)
      return mergePositions(old, mine, theirs, path);
  }
  if (isProse(path) && typeof base === "string" && typeof mine === "string" && typeof theirs === "string") {
    const both = mergedText(base, mine, theirs);
    if (both !== null) return settled(both);
  }
  return { merged: mine, conflicts: [{ path, base, mine, theirs }] };
}

type Fields = { readonly [key: string]: Json };

/** A part of a picture and a point of it mean something as a whole only. */
const WHOLE = ["crop", "focus"];

/** Whether fields of both may stand together; those of two kinds of thing, or of two pictures, may not. */
function isMixable(mine: Fields, theirs: Fields, path: Path): boolean {
  return mine.kind === theirs.kind && mine.key === theirs.key && !WHOLE.includes(path.at(-1) ?? "");
}

function mergeFields(base: Fields, mine: Fields, theirs: Fields, path: Path): Merge {
  const merged: Record<string, Json> = {};
  const conflicts: Conflict[] = [];
  for (const name of new Set([...Object.keys(mine), ...Object.keys(theirs)])) {
    const part = merge(base[name], mine[name], theirs[name], [...path, name]);
    if (part.merged !== undefined) merged[name] = part.merged;
    conflicts.push(...part.conflicts);
  }
  return { merged, conflicts };
}

function mergePositions(
  base: readonly Json[],
  mine: readonly Json[],
  theirs: readonly Json[],
  path: Path,
): Merge {
  const parts = mine.map((item, at) => merge(base[at], item, theirs[at], [...path, String(at)]));
  return {
    merged: parts.map(({ merged }) => merged),
    conflicts: parts.flatMap(({ conflicts }) => conflicts),
  };
}

/** Both sides' words: mine, without what they removed, with what they added. */
function mergeWords(base: readonly Json[], mine: readonly Json[], theirs: readonly Json[]): Json[] {
  const kept = mine.filter((word) => theirs.includes(word) || !base.includes(word));
  return [...kept, ...theirs.filter((word) => !base.includes(word) && !kept.includes(word))];
}

function mergeItems(
  base: readonly Json[],
  mine: readonly Json[],
  theirs: readonly Json[],
  path: Path,
): Merge {
  const [old, ours, others] = [base, mine, theirs].map(
    (list) => new Map(list.map((item) => [idOf(item) ?? "", item])),
  ) as [Map<string, Json>, Map<string, Json>, Map<string, Json>];
  const conflicts: Conflict[] = [];
  const merged: Json[] = [];
  for (const id of mergeOrder([...old.keys()], [...ours.keys()], [...others.keys()])) {
    const [before, my, their] = [old.get(id), ours.get(id), others.get(id)];
    if (my !== undefined && their !== undefined) {
      const part = merge(before, my, their, [...path, `@${id}`]);
      merged.push(part.merged);
      conflicts.push(...part.conflicts);
      continue;
    }
    const only = my ?? their;
    // Removed on the other side: it goes, unless it is new here or was changed.
    if (only !== undefined && (before === undefined || !isSame(before, only))) merged.push(only);
  }
  return { merged, conflicts };
}

/**
 * The order of all ids: mine if I changed it, else theirs; the others stand behind the one they stood behind.
 */
function mergeOrder(base: readonly string[], mine: readonly string[], theirs: readonly string[]): string[] {
  const common = (list: readonly string[]) =>
    list.filter((id) => base.includes(id) && mine.includes(id) && theirs.includes(id));
  const iMoved = !isSame(common(mine), common(base));
  const [lead, follow] = iMoved ? [mine, theirs] : [theirs, mine];
  const order = [...lead];
  follow.forEach((id, position) => {
    if (order.includes(id)) return;
    const previous = follow[position - 1];
    order.splice(previous === undefined ? 0 : order.indexOf(previous) + 1, 0, id);
  });
  return order;
}
