import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { EmptyState, ErrorState } from "../../../design/EmptyStates";
import { FormMessage } from "../../../design/forms/FormMessage";
import { useAction } from "../../../design/forms/useAction";
import { Icon } from "../../../design/Icon";
import { Skeleton } from "../../../design/Skeleton";
import { VisuallyHidden } from "../../../design/VisuallyHidden";
import { cx } from "../../../lib/classes";
import { plural } from "../../../lib/format";
import type { PanelProps } from "../contracts";
import { usePlay } from "../PlayContext";
import panel from "../panels/PanelPart.module.css";
import { thousands } from "../prompt/rules";
import { Lanes } from "./Lanes";
import { layOut, type MapNode, type MapRow, plainSnippet, stepTo, visibleRange } from "./layout";
import s from "./StoryMap.module.css";
import { useTree } from "./useTree";

/** Height of a row in CSS pixels; `StoryMap.module.css` has the same. */
const ROW = 68;
/** Rows drawn beyond each edge of the view. */
const AROUND = 8;

const NOTHING: ReadonlySet<string> = new Set();

/** The whole story with its branches: where one is, where else it went, and a way there. */
export default function StoryMap({ onClose }: PanelProps) {
  const { story } = usePlay();
  const tree = useTree();
  const go = useAction(
    async ({ id }: MapNode) => {
      await story.goTo(id);
      onClose();
    },
    { overlapping: true },
  );
  if (tree.state === "loading") return <Waiting />;
  if (tree.state === "failed")
    return (
      <ErrorState title="Couldn’t load the map" onRetry={tree.retry}>
        {tree.error.message}
      </ErrorState>
    );
  if (tree.data.nodes.length === 0)
    return (
      <EmptyState title="Nothing to map yet" icon="branch">
        Messages and all their versions will show up here.
      </EmptyState>
    );
  return (
    <>
      {go.failure !== null && <FormMessage>Your place in the story hasn’t changed: {go.failure}</FormMessage>}
      <Tree
        nodes={tree.data.nodes}
        truncated={tree.data.truncated}
        headId={tree.headId}
        onPick={(node) => void go.run(node)}
      />
    </>
  );
}

function Waiting() {
  return (
    <div role="status">
      <VisuallyHidden>Loading the map</VisuallyHidden>
      {["a", "b", "c", "d"].map((key) => (
        <Skeleton key={key} className={s.skeleton} />
      ))}
    </div>
  );
}

interface TreeProps {
  nodes: readonly MapNode[];
  truncated: boolean;
  headId: string | null;
  onPick: (node: MapNode) => void;
}

/** The rows of the tree, and which of them are unfolded. */
function useRows(nodes: readonly MapNode[]) {
  const [open, setOpen] = useState(NOTHING);
  const rows = useMemo(() => layOut(nodes, open), [nodes, open]);
  const toggle = (row: MapRow) =>
    setOpen((now) => {
      const next = new Set(now);
      if (!next.delete(row.run.first.id)) next.add(row.run.first.id);
      return next;
    });
  return { rows, toggle };
}

/** Brings a row into view and focuses it; one that keys have moved to may only come into being with the view that shows it. */
function useFocusRow(scroller: RefObject<HTMLDivElement | null>, look: () => void): (row: number) => void {
  const wanted = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (wanted.current === null) return;
    const row = scroller.current?.querySelector<HTMLElement>(`[data-row="${wanted.current}"]`);
    if (row === null || row === undefined) return;
    wanted.current = null;
    row.focus({ preventScroll: true });
  });
  return (row) => {
    const element = scroller.current;
    if (element === null) return;
    const top = row * ROW;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + ROW > element.scrollTop + element.clientHeight)
      element.scrollTop = top + ROW - element.clientHeight;
    wanted.current = row;
    look();
  };
}

/** The map opens where one is; afterwards the reader scrolls. */
function useOpenAt(scroller: RefObject<HTMLDivElement | null>, row: number): void {
  const placed = useRef(false);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null || placed.current) return;
    placed.current = true;
    if (row > 0) element.scrollTop = row * ROW - element.clientHeight / 2;
  }, [scroller, row]);
}

function Tree({ nodes, truncated, headId, onPick }: TreeProps) {
  const { rows, toggle } = useRows(nodes);
  const endAt = rows.findIndex(({ run }) => run.nodes.some(({ id }) => id === headId));
  const [at, setAt] = useState(() => Math.max(0, endAt));
  const scroller = useRef<HTMLDivElement>(null);
  const [view, look] = useView(scroller);
  const { from, to } = visibleRange(rows.length, { ...view, row: ROW, around: AROUND });
  const branches = rows.filter(({ goesOn, kind }) => !goesOn && kind === "run").length;
  useOpenAt(scroller, endAt);
  const showRow = useFocusRow(scroller, look);
  const focusRow = (row: number) => {
    setAt(row);
    showRow(row);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[at];
    if (row === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    const folded = row.kind === "run" && row.run.nodes.length > 1;
    if (event.key === "ArrowRight" && folded) toggle(row);
    else if (event.key === "ArrowLeft" && row.kind === "message") {
      const first = rows.findIndex((each) => each.run === row.run);
      toggle(row);
      focusRow(first);
    } else if (event.key === "Enter" || event.key === " ") onPick(row.node);
    else {
      const target = stepTo(rows, at, event.key);
      if (target === null) return;
      focusRow(target);
    }
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div className={s.map}>
      <p className={panel.lead}>
        {branches > 1
          ? `${thousands(nodes.length)} messages on ${thousands(branches)} branches. The highlighted branch is the one you’re on. Choose another to go there.`
          : "One branch so far. Regenerate a reply, or save an edit as a new branch, to start another."}
      </p>
      {truncated && (
        <p className={s.cut} role="note">
          This story is too long for the map, so its oldest part is left out.
        </p>
      )}
      <div
        className={s.scroll}
        role="tree"
        aria-label="Branches of the story"
        ref={scroller}
        onKeyDown={onKeyDown}
      >
        <svg className={s.height} width="1" height={rows.length * ROW} aria-hidden="true" role="none" />
        <Window top={from * ROW}>
          {rows.slice(from, to).map((row, index) => (
            <Row
              key={row.id}
              row={row}
              index={from + index}
              focusable={from + index === at}
              isHere={
                row.run.nodes.some(({ id }) => id === headId) && (row.kind === "run" || row.id === headId)
              }
              onFocus={() => setAt(from + index)}
              onPick={() => onPick(row.node)}
              onToggle={() => toggle(row)}
            />
          ))}
        </Window>
      </div>
    </div>
  );
}

/** How far the list is scrolled and how much of it shows, and a way to look at once. */
function useView(scroller: RefObject<HTMLDivElement | null>) {
  const [view, setView] = useState({ top: 0, height: 800 });
  const look = useCallback(() => {
    const element = scroller.current;
    if (element !== null) setView({ top: element.scrollTop, height: element.clientHeight });
  }, [scroller]);
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const watch = new ResizeObserver(look);
    watch.observe(element);
    element.addEventListener("scroll", look, { passive: true });
    look();
    return () => {
      watch.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, [scroller, look]);
  return [view, look] as const;
}

/** The drawn rows, moved to where they belong. */
function Window({ top, children }: { top: number; children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (element.current !== null) element.current.style.transform = `translateY(${top}px)`;
  }, [top]);
  return (
    <div className={s.window} role="none" ref={element}>
      {children}
    </div>
  );
}

const STATES: Readonly<Partial<Record<MapNode["state"], string>>> = {
  failed: "failed",
  interrupted: "interrupted",
  stopped: "stopped",
  writing: "being written",
};

interface RowProps {
  row: MapRow;
  index: number;
  focusable: boolean;
  isHere: boolean;
  onFocus: () => void;
  onPick: () => void;
  onToggle: () => void;
}

function Row({ row, index, focusable, isHere, onFocus, onPick, onToggle }: RowProps) {
  const { run, node, kind, level, place, places } = row;
  const folded = kind === "run" && run.nodes.length > 1;
  const opens = kind === "message" && node.id === run.first.id;
  const foldable = folded || opens;
  const first = kind === "run" ? run.first : node;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter and the arrows are taken by the tree.
    <div
      role="treeitem"
      className={cx(s.row, row.isOnPath && s.lit)}
      data-here={isHere || undefined}
      data-row={index}
      tabIndex={focusable ? 0 : -1}
      aria-level={level}
      aria-posinset={place}
      aria-setsize={places}
      aria-expanded={foldable ? opens : undefined}
      aria-selected={isHere}
      onFocus={onFocus}
      onClick={onPick}
    >
      <Lanes row={row} height={ROW} />
      <span className={s.words}>
        <span className={s.line}>
          <b dir="auto">{first.name}</b>
          <span className={s.snippet} dir="auto">
            {plainSnippet(first.snippet)}
          </span>
        </span>
        <span className={s.note}>
          {isHere && <span className={s.here}>You are here</span>}
          {folded && <span>{plural(run.nodes.length, "message")}</span>}
          {folded && (
            <span className={s.snippet} dir="auto">
              <span className="sr-only">, last: </span>
              <span aria-hidden="true">… </span>
              {plainSnippet(run.last.snippet)}
            </span>
          )}
          {STATES[node.state] !== undefined && <span>{STATES[node.state]}</span>}
        </span>
      </span>
      {foldable && (
        <button
          type="button"
          className={cx("icon-btn", s.fold)}
          tabIndex={-1}
          aria-label={folded ? "Show all messages" : "Collapse these messages"}
          title={folded ? "Show all messages" : "Collapse these messages"}
          onClick={(event) => {
            event.stopPropagation();
            onToggle();
          }}
        >
          <Icon name={folded ? "plus" : "minus"} />
        </button>
      )}
    </div>
  );
}
