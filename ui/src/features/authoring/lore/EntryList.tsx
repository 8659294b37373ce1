import { useEffect, useMemo, useRef } from "react";
import { Virtualizer, type VirtualizerHandle } from "virtua";
import { type Drop, useDrag } from "../../../design/useDrag";
import { cx } from "../../../lib/classes";
import s from "./EntryList.module.css";
import { EntryRow, type RowActions } from "./EntryRow";
import type { Mark } from "./marks";
import { rowIndex, useRowFocus } from "./useRowFocus";
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

/**
 * The entries of a book; only what is near the view is in the page. Arrows walk along it, with Alt they move
 * an entry.
 */
export function EntryList(props: EntryListProps) {
  const { label, rows, marks, open, selected, sortable, onToggle } = props;
  const list = useRef<VirtualizerHandle>(null);
  const scroller = useRef<HTMLElement>(null);
  const { reachable, actions: walking } = useRowFocus({ ...props, list, scroller });
  const { drag, start } = useDrag({
    scroller,
    dropAt: (clientY) => dropAt(list.current, scroller.current, rows, clientY),
    onDrop: props.onDrop,
  });
  const toggle = useRef(onToggle);
  useEffect(() => {
    toggle.current = onToggle;
  });
  const actions = useMemo<RowActions>(
    () => ({ ...walking, toggle: (id, checked) => toggle.current(id, checked), drag: start }),
    [walking, start],
  );
  const kept = useKept(rows, [reachable, drag?.id ?? null]);

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

/** The place of a pointer among the rows. */
function dropAt(
  list: VirtualizerHandle | null,
  scroller: HTMLElement | null,
  rows: readonly Row[],
  clientY: number,
): Drop | null {
  if (list === null || scroller === null) return null;
  const y = clientY - scroller.getBoundingClientRect().top + scroller.scrollTop;
  const index = list.findItemIndex(Math.max(0, y));
  const row = rows[index];
  if (row?.kind !== "entry") return null;
  const middle = list.getItemOffset(index) + list.getItemSize(index) / 2;
  return { id: row.key, side: y < middle ? "before" : "after" };
}

/** The places of the rows that stay in the page wherever the list is scrolled to. */
function useKept(rows: readonly Row[], ids: readonly (string | null)[]): number[] {
  return [...new Set(ids.map((id) => rowIndex(rows, id)))]
    .filter((index) => index >= 0)
    .sort((a, b) => a - b);
}
