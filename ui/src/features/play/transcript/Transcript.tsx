import {
  type MouseEvent,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { Virtualizer, type VirtualizerHandle } from "virtua";
import { useFontSize } from "../../../api/font-size";
import { Icon } from "../../../design/Icon";
import { VisuallyHidden } from "../../../design/VisuallyHidden";
import { useEnding } from "../ending/useEnding";
import { usePlay, usePlayState } from "../PlayContext";
import stage from "../Stage.module.css";
import { Bottom } from "./Bottom";
import { type DialogRequest, Dialogs } from "./Dialogs";
import { focusedLine, lineIn } from "./in-page";
import { Line } from "./Line";
import { LineMenu, type MenuRequest } from "./LineMenu";
import { isPrepended, ROWS_ABOVE, type Row, rowsOf } from "./rows";
import { Top } from "./Top";
import s from "./Transcript.module.css";
import { useEnd } from "./useEnd";
import { useTarget } from "./useTarget";

/** What keys and other parts can ask of the transcript. */
export interface TranscriptHandle {
  /** Moves the focus from message to message. */
  step: (by: -1 | 1) => void;
  /** The message that has the focus, or else the newest one. */
  current: () => string | null;
  toStart: () => void;
  toEnd: () => void;
  edit: (messageId: string) => void;
  focus: () => void;
}

/** Older and newer messages are fetched this far ahead, in pixels. */
const AHEAD = 900;

/** The story so far, as a manuscript: one column, only what is near the view is in the page. */
export function Transcript({ ref }: { ref: Ref<TranscriptHandle> }) {
  const { story, announce } = usePlay();
  const ids = usePlayState("ids");
  const newer = usePlayState("newer");
  const turn = usePlayState("turn");
  const size = useFontSize();
  const scroller = useRef<HTMLDivElement>(null);
  const column = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const [editing, setEditing] = useState<string | null>(null);
  const [menu, setMenu] = useState<MenuRequest | null>(null);
  const [dialog, setDialog] = useState<DialogRequest | null>(null);

  // The list must know, in the very render that brings them, that messages came in at the start.
  const [view, setView] = useState({ ids, rows: rowsOf(ids), prepended: false });
  if (view.ids !== ids) setView({ ids, rows: rowsOf(ids), prepended: isPrepended(view.ids, ids) });

  const { ended, came, flows } = useEnding();
  const ending = ended && flows;
  const end = useEnd(scroller, column, editing !== null || (ending && came));
  const { away, missed, stick, release } = end;
  // What stands under the last line does not push it out of the view of whoever is still reading it.
  useLayoutEffect(() => {
    if (ending && came) release();
  }, [ending, came, release]);
  const aiming = useRef(false);
  useTarget(list, scroller, aiming, end);

  useLayoutEffect(() => {
    scroller.current
      ?.closest<HTMLElement>("[data-play]")
      ?.style.setProperty("--story-size", `${size / 16}rem`);
  }, [size]);

  const onScroll = useCallback(() => {
    const element = scroller.current;
    if (element === null) return;
    end.look(true);
    if (aiming.current) return;
    if (element.scrollTop < AHEAD && story.state.older === "idle") void story.loadOlder();
    const below = element.scrollHeight - element.scrollTop - element.clientHeight;
    if (below < AHEAD && story.state.newer === "idle") void story.loadNewer();
  }, [story, end.look]);

  // A line that does not fill the view has nothing to scroll: what is above it is fetched at once.
  useEffect(() => {
    const element = scroller.current;
    if (ids.length > 0 && element !== null && element.scrollHeight <= element.clientHeight + AHEAD)
      if (story.state.older === "idle") void story.loadOlder();
  }, [ids, story]);

  const startEdit = useCallback(
    (messageId: string) => {
      release();
      setEditing(messageId);
    },
    [release],
  );
  const stopEdit = useCallback(() => setEditing(null), []);
  const openMenu = useCallback((request: MenuRequest) => setMenu(request), []);
  const closeMenu = useCallback(() => setMenu(null), []);

  const focusLine = useCallback(
    (messageId: string) => {
      const index = story.state.ids.indexOf(messageId);
      if (index < 0) return;
      list.current?.scrollToIndex(index + ROWS_ABOVE, { align: "nearest" });
      // It is in the page a frame later.
      requestAnimationFrame(() => lineIn(scroller.current, messageId)?.focus({ preventScroll: true }));
    },
    [story],
  );

  useImperativeHandle(
    ref,
    (): TranscriptHandle => ({
      step: (by) => {
        const all = story.state.ids;
        const here = focusedLine();
        const at = here === null ? all.length : all.indexOf(here);
        const next = all[Math.min(Math.max(at + by, 0), all.length - 1)];
        if (next === undefined) return;
        release();
        focusLine(next);
      },
      current: () => focusedLine() ?? story.state.ids.at(-1) ?? null,
      toStart: () => void story.toRoot(),
      toEnd: () => {
        stick();
        void story.toHead();
      },
      edit: startEdit,
      focus: () => scroller.current?.focus(),
    }),
    [story, focusLine, release, stick, startEdit],
  );

  /** Links lead out of the house only after the reader has seen where to. */
  const onClick = (event: MouseEvent) => {
    if (!(event.target instanceof Element)) return;
    const address = event.target.closest<HTMLElement>("[data-address]")?.dataset.address;
    if (address !== undefined) setDialog({ kind: "link", address });
  };

  const editingIndex = editing === null ? -1 : view.ids.indexOf(editing);
  const lastId = view.ids.at(-1) ?? null;
  // Rows that stay in the page wherever the reader is: one holds a text, the other tells once that it is over.
  const kept = [
    ...(editingIndex < 0 ? [] : [editingIndex + ROWS_ABOVE]),
    ...(ending ? [view.rows.length - 1] : []),
  ];

  return (
    <div className={s.transcript}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the clicks are those of buttons inside, which keys press too. */}
      <section
        className={s.scroll}
        data-scroller
        ref={scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys.
        tabIndex={0}
        aria-label="The story so far"
        // Not `aria-busy`: readers pass over what is busy, and what was said before is there to be read meanwhile.
        data-busy={turn !== null}
        onScroll={onScroll}
        onClick={onClick}
      >
        <div className={stage.column} ref={column}>
          <Virtualizer
            ref={list}
            scrollRef={scroller}
            data={view.rows}
            shift={view.prepended}
            bufferSize={600}
            keepMounted={kept}
          >
            {(row: Row) =>
              row.kind === "top" ? (
                <Top key={row.key} />
              ) : row.kind === "bottom" ? (
                <Bottom key={row.key} ending={ending ? { came } : null} />
              ) : (
                <Line
                  key={row.key}
                  id={row.key}
                  isLast={row.key === lastId}
                  editing={row.key === editing}
                  onEdit={startEdit}
                  onEdited={stopEdit}
                  onMenu={openMenu}
                />
              )
            }
          </Virtualizer>
        </div>
      </section>
      {(away || newer !== "end") && (
        <button
          type="button"
          className={s.toEnd}
          data-new={missed || undefined}
          onClick={() => {
            stick();
            void story.toHead();
            announce("At the end of the story");
          }}
        >
          <Icon name="toEnd" />
          <span>{missed ? "New below" : "To the end"}</span>
          <VisuallyHidden>of the story</VisuallyHidden>
        </button>
      )}
      <LineMenu request={menu} onClose={closeMenu} onEdit={startEdit} onDialog={setDialog} />
      <Dialogs request={dialog} onClose={() => setDialog(null)} />
    </div>
  );
}
