import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { VirtualizerHandle } from "virtua";
import type { RowActions } from "./EntryRow";
import type { Row } from "./view";

const STEPS: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 };

/** The entry that a key leads to. */
function targetOf(key: string, ids: readonly string[], id: string): string | undefined {
  if (key === "Home") return ids[0];
  if (key === "End") return ids.at(-1);
  const step = STEPS[key];
  return step === undefined ? undefined : ids[ids.indexOf(id) + step];
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

export const rowIndex = (rows: readonly Row[], id: string | null) => rows.findIndex(({ key }) => key === id);

interface RowFocus {
  list: RefObject<VirtualizerHandle | null>;
  scroller: RefObject<HTMLElement | null>;
  rows: readonly Row[];
  /** The entry that is open. */
  open: string | null;
  sortable: boolean;
  onOpen: (id: string) => void;
  onStep: (id: string, step: -1 | 1) => void;
}

/**
 * Walks along the rows by keys, keeps one of them reachable by Tab, and leads back to the one that was open.
 */
export function useRowFocus(props: RowFocus) {
  const { list, scroller, rows, open } = props;
  const ids = useMemo(() => rows.flatMap((row) => (row.kind === "entry" ? [row.key] : [])), [rows]);
  const [at, setAt] = useState<string | null>(null);
  const reachable = at !== null && ids.includes(at) ? at : (open ?? ids[0] ?? null);
  /** The row that gets the focus once it stands at its place. */
  const wanted = useRef<string | null>(null);
  const latest = useRef({ ...props, ids });
  useEffect(() => {
    latest.current = { ...props, ids };
  });

  const actions = useMemo<Pick<RowActions, "open" | "key">>(
    () => ({
      open: (id) => {
        setAt(id);
        latest.current.onOpen(id);
      },
      key: (event: KeyboardEvent, id: string) => {
        const step = STEPS[event.key];
        if (event.altKey) {
          if (step === undefined || !latest.current.sortable) return;
          wanted.current = id;
          latest.current.onStep(id, step);
        } else {
          const target = targetOf(event.key, latest.current.ids, id);
          if (target === undefined) return;
          wanted.current = target;
          setAt(target);
        }
        event.preventDefault();
      },
    }),
    [],
  );

  const before = useRef(open);
  useLayoutEffect(() => {
    if (open === null) wanted.current ??= before.current;
    before.current = open;
  }, [open]);
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
  }, [open, list]);

  return { reachable, actions };
}
