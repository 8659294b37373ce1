import {
  type MouseEvent,
  type Ref,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { Virtualizer, type VirtualizerHandle } from "virtua";
import { useFontSize } from "../../../api/font-size";
import { useEnding } from "../ending/useEnding";
import { usePlayState } from "../PlayContext";
import screen from "../StoryScreen.module.css";
import { Bottom } from "./Bottom";
import { type DialogRequest, Dialogs } from "./Dialogs";
import { Line } from "./Line";
import { LineMenu, type MenuRequest } from "./LineMenu";
import { isPrepended, ROWS_ABOVE, type Row, rowsOf } from "./rows";
import { ToEnd } from "./ToEnd";
import { Top } from "./Top";
import s from "./Transcript.module.css";
import { useEnd } from "./useEnd";
import { useLoadAhead } from "./useLoadAhead";
import { useTarget } from "./useTarget";
import { type TranscriptHandle, useTranscriptHandle } from "./useTranscriptHandle";

/** The rows of the list. It must know, in the very render that brings them, that messages came in at the start. */
function useRows() {
  const ids = usePlayState("ids");
  const [view, setView] = useState({ ids, rows: rowsOf(ids), prepended: false });
  if (view.ids !== ids) setView({ ids, rows: rowsOf(ids), prepended: isPrepended(view.ids, ids) });
  return view;
}

/** Gives the story the reader's text size. */
function useStorySize(scroller: RefObject<HTMLElement | null>): void {
  const size = useFontSize();
  useLayoutEffect(() => {
    scroller.current
      ?.closest<HTMLElement>("[data-play]")
      ?.style.setProperty("--story-size", `${size / 16}rem`);
  }, [size, scroller]);
}

/** The story so far: one column, only what is near the view is in the page. */
export function Transcript({ ref }: { ref: Ref<TranscriptHandle> }) {
  const turn = usePlayState("turn");
  const scroller = useRef<HTMLDivElement>(null);
  const column = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const [editing, setEditing] = useState<string | null>(null);
  const [menu, setMenu] = useState<MenuRequest | null>(null);
  const [dialog, setDialog] = useState<DialogRequest | null>(null);
  const view = useRows();
  const { ended, came, flows } = useEnding();
  const ending = ended && flows ? { came } : null;
  const isLastRead = ending?.came === true;
  const end = useEnd(scroller, column, editing !== null || isLastRead);
  const { look, release } = end;
  // What stands under the last line does not push it out of the view of a reader who is still reading it.
  useLayoutEffect(() => {
    if (isLastRead) release();
  }, [isLastRead, release]);
  const aiming = useRef(false);
  useTarget(list, scroller, aiming, end);
  useStorySize(scroller);
  const loadAhead = useLoadAhead(scroller);

  const startEdit = useCallback(
    (messageId: string) => {
      release();
      setEditing(messageId);
    },
    [release],
  );
  const stopEdit = useCallback(() => setEditing(null), []);
  const closeMenu = useCallback(() => setMenu(null), []);
  useTranscriptHandle(ref, { list, scroller, end, edit: startEdit });

  const onScroll = () => {
    look(true);
    if (!aiming.current) loadAhead();
  };

  /** Links lead out of the site only after the reader has seen where to. */
  const onClick = (event: MouseEvent) => {
    if (!(event.target instanceof Element)) return;
    const address = event.target.closest<HTMLElement>("[data-address]")?.dataset.address;
    if (address !== undefined) setDialog({ kind: "link", address });
  };

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
        <div className={screen.column} ref={column}>
          <Lines
            list={list}
            scroller={scroller}
            view={view}
            editing={editing}
            ending={ending}
            onEdit={startEdit}
            onEdited={stopEdit}
            onMenu={setMenu}
          />
        </div>
      </section>
      <ToEnd end={end} />
      <LineMenu request={menu} onClose={closeMenu} onEdit={startEdit} onDialog={setDialog} />
      <Dialogs request={dialog} onClose={() => setDialog(null)} />
    </div>
  );
}

interface LinesProps {
  list: RefObject<VirtualizerHandle | null>;
  scroller: RefObject<HTMLElement | null>;
  view: ReturnType<typeof useRows>;
  /** The message that is being edited. */
  editing: string | null;
  /** The end of the story, where it follows the last line. */
  ending: { came: boolean } | null;
  onEdit: (messageId: string) => void;
  onEdited: () => void;
  onMenu: (request: MenuRequest) => void;
}

/** The messages, with what stands above the first and below the last; only what is near the view is in the page. */
function Lines({ list, scroller, view, editing, ending, onEdit, onEdited, onMenu }: LinesProps) {
  return (
    <Virtualizer
      ref={list}
      scrollRef={scroller}
      data={view.rows}
      shift={view.prepended}
      bufferSize={600}
      keepMounted={keptRows(view, editing, ending !== null)}
    >
      {(row: Row) =>
        row.kind === "top" ? (
          <Top key={row.key} />
        ) : row.kind === "bottom" ? (
          <Bottom key={row.key} ending={ending} />
        ) : (
          <Line
            key={row.key}
            id={row.key}
            isLast={row.key === view.ids.at(-1)}
            editing={row.key === editing}
            onEdit={onEdit}
            onEdited={onEdited}
            onMenu={onMenu}
          />
        )
      }
    </Virtualizer>
  );
}

/** Rows that stay in the page wherever the reader is: one holds a text, the other announces once that it is over. */
function keptRows(view: ReturnType<typeof useRows>, editing: string | null, hasEnding: boolean): number[] {
  const index = editing === null ? -1 : view.ids.indexOf(editing);
  return [...(index < 0 ? [] : [index + ROWS_ABOVE]), ...(hasEnding ? [view.rows.length - 1] : [])];
}
