import { idOf, isFields, isList, type Json, type Path, valueAt, withValueAt } from "./path";

/**
 * What can be saved of a draft when the server refuses some fields: these go back to what is stored, and what
 * is not stored yet is left out, so that a mistake in one field keeps nothing else from being saved.
 */
export function withheld(draft: Json, stored: Json, refused: readonly Path[]): Json {
  return refused.reduce((kept: Json, path) => backAt(kept, stored, path), draft);
}

function backAt(draft: Json, stored: Json, path: Path): Json {
  for (let length = path.length; length > 0; length -= 1) {
    const place = path.slice(0, length);
    const before = valueAt(stored, place);
    if (before !== undefined) return withValueAt(draft, place, before);
    const holder = valueAt(stored, place.slice(0, -1));
    // A new item of a stored list.
    if (isList(holder)) return withoutItem(draft, place);
    // Of another kind than what is stored, it goes back whole: without the field it would be neither.
    if (isFields(holder) && kindOf(holder) === kindOf(valueAt(draft, place.slice(0, -1))))
      return withValueAt(draft, place, undefined);
  }
  return stored;
}

const kindOf = (value: Json): Json => (isFields(value) ? value.kind : undefined);

function withoutItem(draft: Json, place: Path): Json {
  const list = valueAt(draft, place.slice(0, -1));
  if (!isList(list)) return draft;
  const last = place.at(-1) ?? "";
  const rest = list.filter((item, at) => (last.startsWith("@") ? `@${idOf(item)}` : String(at)) !== last);
  return withValueAt(draft, place.slice(0, -1), rest);
}
