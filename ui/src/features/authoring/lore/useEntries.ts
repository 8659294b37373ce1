import { useDeferredValue, useMemo, useState } from "react";
import type { Drop } from "../../../design/useDrag";
import { randomId } from "../../../lib/random-id";
import { changeEntries, removeEntries } from "./bulk";
import { type DraftBook, isBlank, type LoreActor, newEntry, type ShownEntry } from "./entry";
import { actorNames, marksOf } from "./marks";
import { moveEntries, neighbour } from "./order";
import { rowsOf } from "./view";

export interface BookProps {
  /** The entry that is open at first, because the book was just made with it. */
  begun: string | null;
  /** What is to be opened. */
  shown: ShownEntry | null;
  book: DraftBook;
  /** All books that apply together. */
  books: readonly DraftBook[];
  actors: readonly LoreActor[];
  commit: (change: (books: readonly DraftBook[]) => DraftBook[]) => void;
}

export type Ids = ReadonlySet<string>;

/** The entries of a lorebook as they are shown, chosen and opened, and what can be done with them. */
export function useEntries({ begun, shown: asked, book, books, actors, commit }: BookProps) {
  const [search, setSearch] = useState("");
  const [grouped, setGrouped] = useState(false);
  /** The chosen entries; null while nothing can be chosen. */
  const [selected, setSelected] = useState<Ids | null>(null);
  const [openId, setOpenId] = useState(begun);
  /** The entry that was just made and is open since. */
  const [freshId, setFreshId] = useState(begun);
  /** What was moved by keys, for those who do not see it. */
  const [moved, setMoved] = useState("");
  const [seen, setSeen] = useState<ShownEntry | null>(null);
  if (asked !== seen) {
    setSeen(asked);
    if (asked !== null && asked.entry !== null) setOpenId(asked.entry);
  }
  const { entries } = book.book;

  const sought = useDeferredValue(search);
  const rows = useMemo(() => rowsOf(entries, sought, grouped), [entries, sought, grouped]);
  const shown = useMemo(() => rows.flatMap((row) => (row.kind === "entry" ? [row.entry] : [])), [rows]);
  const names = useMemo(() => actorNames(actors), [actors]);
  const all = useMemo(() => marksOf(book, books, names), [book, books, names]);
  // Nobody is told that an entry is empty before they could write anything.
  const fresh = entries.find(({ id }) => id === freshId);
  const marks =
    fresh === undefined || !isBlank(fresh) ? all : new Map([...all].filter(([id]) => id !== fresh.id));

  const change = (next: Parameters<typeof changeEntries>[2]) =>
    commit((now) => changeEntries(now, book.id, next));
  const add = () => {
    const entry = { ...newEntry(randomId()), order: shown.at(-1)?.order ?? newEntry("").order };
    setSearch("");
    change((now) => [...now, entry]);
    setOpenId(entry.id);
    setFreshId(entry.id);
  };
  const open = (id: string | null) => {
    setOpenId(id);
    setFreshId(null);
  };
  const move = (id: string, { id: target, side }: Drop) => {
    const ids = selected?.has(id) ? selected : new Set([id]);
    change((now) => moveEntries(now, ids, target, side));
  };
  const step = (id: string, by: -1 | 1) => {
    const target = neighbour(shown, id, by);
    if (target === null) return;
    change((now) => moveEntries(now, new Set([id]), target, by < 0 ? "before" : "after"));
    const place = shown.findIndex((entry) => entry.id === id) + by + 1;
    setMoved(`Moved to place ${place} of ${shown.length}.`);
  };
  const toggle = (id: string, on: boolean) =>
    setSelected((was) => {
      const next = new Set(was);
      if (on) next.add(id);
      else next.delete(id);
      return next;
    });
  const remove = (ids: Ids) => {
    change((now) => removeEntries(now, ids));
    if (selected !== null) setSelected(new Set());
    if (openId !== null && ids.has(openId)) setOpenId(null);
  };

  return {
    search: { text: search, sought, set: setSearch },
    grouping: { on: grouped, set: setGrouped },
    selection: { ids: selected, set: setSelected, toggle },
    open: {
      entry: entries.find(({ id }) => id === openId),
      isFresh: openId !== null && openId === freshId,
      set: open,
    },
    rows,
    shown,
    marks,
    moved,
    change,
    add,
    move,
    step,
    remove,
  };
}
