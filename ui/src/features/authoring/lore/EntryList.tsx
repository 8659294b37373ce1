import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { Virtualizer, type VirtualizerHandle } from "virtua";
import { cx } from "../../../lib/classes";
import s from "./EntryList.module.css";
import { EntryRow, type RowActions } from "./EntryRow";
import type { Mark } from "./marks";
import { type Drop, useDrag } from "./useDrag";
import type { Row } from "./view";

interface EntryListProps {
  label: string;
  rows: readonly Row[];
  marks: ReadonlyMap<string, readonly Mark[]>;
  /** The entry that is open. */
  open: string | null;
  /** The chosen entries; null while nothing can be chosen. */
  selected: ReadonlySet<string> | null;
  sortable: boolean;
  onOpen: (id: string) => void;
  onToggle: (id: string, checked: boolean) => void;
  onDrop: (id: string, drop: Drop) => void;
  onStep: (id: string, step: -1 | 1) => void;
}

const STEPS: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 };

/** The entry that a key leads to. */
function targetOf(key: string, ids: readonly string[], id: string): string | undefined {
  if (key === "Home") return ids[0];
  if (key === "End") return ids.at(-1);
  const step = STEPS[key];
  return step === undefined ? undefined : ids[ids.indexOf(id) + step];
}

/** The entries of a book; only what is near the view is in the page. Arrows walk along it, with Alt they move an entry. */
export function EntryList(props: EntryListProps) {
  const { label, rows, marks, open, selected, sortable } = props;
  const list = useRef<VirtualizerHandle>(null);
  const scroller = useRef<HTMLElement>(null);
  const ids = useMemo(() => rows.flatMap((row) => (row.kind === "entry" ? [row.key] : [])), [rows]);
  const [at, setAt] = useState<string | null>(null);
  const reachable = at !== null && ids.includes(at) ? at : (open ?? ids[0] ?? null);
  const wanted = useRef<string | null>(null);
  const { drag, start } = useDrag({ list, scroller }, rows, props.onDrop);

  const latest = useRef({ ...props, ids });
  useEffect(() => {
    latest.current = { ...props, ids };
  });
  const actions = useMemo<RowActions>(() => {
    const walk = (event: KeyboardEvent, id: string) => {
      const { sortable: canSort, onStep, ids: all } = latest.current;
      const step = STEPS[event.key];
      if (event.altKey) {
        if (step === undefined || !canSort) return;
        wanted.current = id;
        onStep(id, step);
      } else {
        const target = targetOf(event.key, all, id);
        if (target === undefined) return;
        wanted.current = target;
        setAt(target);
      }
      event.preventDefault();
    };
    return {
      open: (id) => {
        setAt(id);
        latest.current.onOpen(id);
      },
      toggle: (id, checked) => latest.current.onToggle(id, checked),
      key: walk,
      drag: start,
    };
  }, [start]);

  // Closing an entry leads back to its row.
  const before = useRef(open);
  useLayoutEffect(() => {
    if (open === null) wanted.current ??= before.current;
    before.current = open;
  }, [open]);

  const kept = useKept(rows, [reachable, drag?.id ?? null]);
  // The row that was walked to or moved has the focus again once it stands at its place.
  useLayoutEffect(() => {
    const id = wanted.current;
    if (id === null) return;
    wanted.current = null;
    list.current?.scrollToIndex(rowIndex(rows, id), { align: "nearest" });
    focusOnceShown(() => scroller.current?.querySelector(`[data-entry="${CSS.escape(id)}"]`) ?? null);
  });
  // The entry that is open stays in view, also when the list comes back into the page.
  useEffect(() => {
    const index = rowIndex(latest.current.rows, open);
    if (index >= 0) list.current?.scrollToIndex(index, { align: "nearest" });
  }, [open]);

  return (
    <section className={cx(s.list, drag !== null && s.dragging)} aria-label={label} ref={scroller}>
      <Virtualizer
        ref={list}
        scrollRef={scroller}
        data={rows}
        as="ul"
        item="li"
        keepMounted={kept}
        bufferSize={240}
      >
        {(row: Row) =>
          row.kind === "group" ? (
            <h4 key={row.key} className={s.group} dir="auto">
              {row.name} <span>{row.count}</span>
            </h4>
          ) : (
            <EntryRow
              key={row.key}
              entry={row.entry}
              marks={marks.get(row.key)}
              current={row.key === open}
              reachable={row.key === reachable}
              selected={selected?.has(row.key) ?? null}
              sortable={sortable}
              drop={drag?.drop?.id === row.key && drag.id !== row.key ? drag.drop.side : null}
              actions={actions}
            />
          )
        }
      </Virtualizer>
    </section>
  );
}

/** For how many frames a row may take to be measured and shown. */
const PATIENCE = 20;

/** Focuses a row as soon as it is shown: the list hides rows until it knows their height. */
function focusOnceShown(find: () => HTMLElement | null, frames = PATIENCE): void {
  const row = find();
  row?.focus({ preventScroll: true });
  if (frames > 0 && (row === null || document.activeElement !== row))
    requestAnimationFrame(() => focusOnceShown(find, frames - 1));
}

const rowIndex = (rows: readonly Row[], id: string | null) => rows.findIndex(({ key }) => key === id);

/** The places of the rows that stay in the page wherever the list is scrolled to. */
function useKept(rows: readonly Row[], ids: readonly (string | null)[]): number[] {
  return [...new Set(ids.map((id) => rowIndex(rows, id)))]
    .filter((index) => index >= 0)
    .sort((a, b) => a - b);
}
