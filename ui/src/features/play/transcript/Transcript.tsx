import {
  type MouseEvent,
  type Ref,
  type RefObject,
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
import type { Story } from "../model/story";
import { usePlay, usePlayState } from "../PlayContext";
import type { TurnKind } from "../wire";
import { Bottom } from "./Bottom";
import { type DialogRequest, Dialogs } from "./Dialogs";
import { Line } from "./Line";
import { LineMenu, type MenuRequest } from "./LineMenu";
import { isPrepended, ROWS_ABOVE, type Row, rowsOf } from "./rows";
import { Top } from "./Top";

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

/** Closer to the end than this many pixels counts as being there. */
const AT_END = 6;
/** Further from it than this, a button leads back. */
const FAR = 160;
/** Older and newer messages are fetched this far ahead, in pixels. */
const AHEAD = 900;
/** While the list finds a message, nothing is added to it, in milliseconds. */
const AIM_MS = 450;
/** How long a message that was jumped to stands out. */
const TARGET_MS = 1_800;

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

  const end = useEnd(scroller, column);
  const { away, missed, stick, release } = end;
  const aiming = useRef(false);
  useTarget(list, scroller, aiming, end);

  useLayoutEffect(() => {
    scroller.current?.closest<HTMLElement>(".play")?.style.setProperty("--story-size", `${size / 16}rem`);
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
      requestAnimationFrame(() =>
        scroller.current
          ?.querySelector<HTMLElement>(`[data-message="${CSS.escape(messageId)}"]`)
          ?.focus({ preventScroll: true }),
      );
    },
    [story],
  );

  useImperativeHandle(
    ref,
    (): TranscriptHandle => ({
      step: (by) => {
        const all = story.state.ids;
        const here = focused();
        const at = here === null ? all.length : all.indexOf(here);
        const next = all[Math.min(Math.max(at + by, 0), all.length - 1)];
        if (next === undefined) return;
        release();
        focusLine(next);
      },
      current: () => focused() ?? story.state.ids.at(-1) ?? null,
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

  return (
    <div className="play-transcript">
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the clicks are those of buttons inside, which keys press too. */}
      <section
        className="play-scroll"
        ref={scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys.
        tabIndex={0}
        aria-label="The story so far"
        // Not `aria-busy`: readers pass over what is busy, and what was said before is there to be read meanwhile.
        data-busy={turn !== null}
        onScroll={onScroll}
        onClick={onClick}
      >
        <div className="play-column" ref={column}>
          <Virtualizer
            ref={list}
            scrollRef={scroller}
            data={view.rows}
            shift={view.prepended}
            bufferSize={600}
            keepMounted={editingIndex < 0 ? NONE : [editingIndex + ROWS_ABOVE]}
          >
            {(row: Row) =>
              row.kind === "top" ? (
                <Top key={row.key} />
              ) : row.kind === "bottom" ? (
                <Bottom key={row.key} />
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
          className="to-end"
          data-new={missed || undefined}
          onClick={() => {
            stick();
            void story.toHead();
            announce("At the end of the story");
          }}
        >
          <Icon name="toEnd" />
          <span className="to-end-words">{missed ? "New below" : "To the end"}</span>
          <VisuallyHidden>of the story</VisuallyHidden>
        </button>
      )}
      <LineMenu request={menu} onClose={closeMenu} onEdit={startEdit} onDialog={setDialog} />
      <Dialogs request={dialog} onClose={() => setDialog(null)} />
    </div>
  );
}

const NONE: readonly number[] = [];

/** The message that has the focus, or holds what has it. */
const focused = () => document.activeElement?.closest<HTMLElement>("[data-message]")?.dataset.message ?? null;

/** Keys that scroll upwards. */
const UPWARDS: ReadonlySet<string> = new Set(["ArrowUp", "PageUp", "Home"]);
/** A scroll this soon after a gesture is the reader's, in milliseconds. */
const GESTURE_MS = 400;
/** After a change of sizes the list moves itself for this long, in milliseconds. */
const SETTLED_MS = 300;

/** Turns that put something new at the end. */
const REPLIES: ReadonlySet<TurnKind> = new Set(["next", "continue", "regenerate", "retry"]);

/** Nobody has said anything after the opening. */
function isFresh(story: Story): boolean {
  const { ids, older, turn, target } = story.state;
  return (
    older === "end" &&
    turn === null &&
    target === null &&
    ids.every((id) => story.message(id)?.origin === "opening")
  );
}

/**
 * Keeps the end in view while text is coming, as long as the reader is there; their first scroll upwards lets go, coming
 * back to the end takes hold again.
 */
function useEnd(scroller: RefObject<HTMLElement | null>, column: RefObject<HTMLElement | null>) {
  const { story } = usePlay();
  // A story of which nothing is played yet is read from its title page on.
  const fresh = useRef(isFresh(story));
  const held = useRef(!fresh.current);
  const gesture = useRef(Number.NEGATIVE_INFINITY);
  const last = useRef(0);
  const height = useRef(0);
  const resized = useRef(Number.NEGATIVE_INFINITY);
  const [away, setAway] = useState(false);
  const [missed, setMissed] = useState(false);

  /** Takes the measure of where the reader is. Only a scroll changes who leads. */
  const look = useCallback(
    (scrolled: boolean) => {
      const element = scroller.current;
      if (element === null) return;
      const top = element.scrollTop;
      const below = element.scrollHeight - top - element.clientHeight;
      // By hand, or while nothing else has changed: by a search, by a reader. The list moves itself when sizes change.
      const now = performance.now();
      const calm = now - resized.current > SETTLED_MS && element.scrollHeight === height.current;
      const chosen = now - gesture.current < GESTURE_MS || calm;
      if (scrolled && below <= AT_END && story.state.newer === "end") held.current = true;
      else if (scrolled && chosen && top < last.current - 1) held.current = false;
      last.current = top;
      height.current = element.scrollHeight;
      setAway(!held.current && !fresh.current && below > FAR);
      if (held.current) setMissed(false);
    },
    [scroller, story],
  );

  const follow = useCallback(() => {
    const element = scroller.current;
    if (element !== null && held.current) element.scrollTop = element.scrollHeight;
    look(false);
  }, [scroller, look]);

  useLayoutEffect(() => {
    const element = scroller.current;
    const content = column.current;
    if (element === null || content === null) return;
    follow();
    const observer = new ResizeObserver(() => {
      resized.current = performance.now();
      follow();
    });
    observer.observe(content);
    // A keyboard that opens takes from the height; the end stays where it was.
    observer.observe(element);
    const onGesture = (event: Event) => {
      if (event instanceof KeyboardEvent && !UPWARDS.has(event.key)) return;
      gesture.current = performance.now();
      fresh.current = false;
      // It lets go at once: the next piece of text must not pull the reader back.
      if (event instanceof WheelEvent && event.deltaY < 0 && element.scrollTop > 0) held.current = false;
    };
    for (const name of GESTURES) element.addEventListener(name, onGesture, { passive: true });
    return () => {
      observer.disconnect();
      for (const name of GESTURES) element.removeEventListener(name, onGesture);
    };
  }, [scroller, column, follow]);

  const stick = useCallback(() => {
    resized.current = performance.now();
    held.current = true;
    fresh.current = false;
    follow();
  }, [follow]);
  const release = useCallback(() => {
    held.current = false;
    fresh.current = false;
  }, []);

  useEffect(() => {
    let seen = story.state.headId;
    let before = story.state.turn;
    return story.subscribe(() => {
      const { headId, turn, newer } = story.state;
      const element = scroller.current;
      // What is asked for here, with the end in view, is read as it comes.
      const asked = before === null && turn?.id === null && REPLIES.has(turn.kind) && newer === "end";
      if (asked && element !== null && element.scrollHeight - element.scrollTop < 2 * element.clientHeight)
        stick();
      // What was added while the reader was elsewhere.
      if (headId !== seen && !held.current) setMissed(true);
      seen = headId;
      before = turn;
    });
  }, [story, scroller, stick]);

  return { away, missed, look, stick, release };
}

const GESTURES = ["wheel", "touchmove", "keydown", "pointerdown"] as const;

/** Brings a message into view when the story asks for it, and lets it stand out for a moment. */
function useTarget(
  list: RefObject<VirtualizerHandle | null>,
  scroller: RefObject<HTMLElement | null>,
  aiming: RefObject<boolean>,
  { stick, release }: Pick<ReturnType<typeof useEnd>, "stick" | "release">,
): void {
  const { story } = usePlay();
  const target = usePlayState("target");
  useEffect(() => {
    if (target === null) return;
    const { ids, newer } = story.state;
    const index = ids.indexOf(target.messageId);
    if (index < 0) return;
    if (index === ids.length - 1 && newer === "end") {
      stick();
      return;
    }
    const mark = () =>
      scroller.current?.querySelector<HTMLElement>(`[data-message="${CSS.escape(target.messageId)}"]`);
    const show = () => {
      release();
      const at = story.state.ids.indexOf(target.messageId);
      // The story begins with its title.
      if (at === 0 && story.state.older === "end") list.current?.scrollTo(0);
      else list.current?.scrollToIndex(at + ROWS_ABOVE, { align: "start" });
    };
    release();
    aiming.current = true;
    // A list that has just come knows its own size two frames later.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(show);
    });
    const arrive = setTimeout(() => {
      // Sizes that became known on the way may have moved it.
      release();
      mark()?.scrollIntoView({ block: "nearest" });
      aiming.current = false;
      if (index > 0) mark()?.setAttribute("data-target", "");
      scroller.current?.dispatchEvent(new Event("scroll"));
    }, AIM_MS);
    const leave = setTimeout(() => mark()?.removeAttribute("data-target"), TARGET_MS);
    return () => {
      aiming.current = false;
      cancelAnimationFrame(frame);
      clearTimeout(arrive);
      clearTimeout(leave);
      mark()?.removeAttribute("data-target");
    };
  }, [target, story, list, scroller, aiming, stick, release]);
}
