import { type PointerEvent, type RefObject, useCallback, useEffect, useRef, useState } from "react";

/** Where something dragged would go. */
export interface Drop {
  id: string;
  side: "before" | "after";
}

interface Drag {
  /** What is dragged. */
  id: string;
  drop: Drop | null;
}

/** Within this many pixels of its edges the list scrolls by itself … */
const EDGE_PX = 56;
/** … by this many a frame at the most. */
const FASTEST_PX = 14;

interface DragList {
  /** What scrolls. */
  scroller: RefObject<HTMLElement | null>;
  /** The place beside a row at this height of the window; null where there is none. */
  dropAt: (clientY: number) => Drop | null;
  onDrop: (id: string, drop: Drop) => void;
}

/** How far a list scrolls in a frame while a pointer is held at one of its edges. */
function scrollBy(element: HTMLElement, clientY: number): number {
  const { top, bottom } = element.getBoundingClientRect();
  const above = EDGE_PX - (clientY - top);
  const below = EDGE_PX - (bottom - clientY);
  if (above > 0) return -Math.min(1, above / EDGE_PX) * FASTEST_PX;
  return below > 0 ? Math.min(1, below / EDGE_PX) * FASTEST_PX : 0;
}

/** Drags a row by mouse, pen or finger. The pointer may leave the list; Escape gives up. */
export function useDrag({ scroller, dropAt, onDrop }: DragList) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const latest = useRef({ dropAt, onDrop });
  useEffect(() => {
    latest.current = { dropAt, onDrop };
  });
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);

  const start = useCallback(
    (event: PointerEvent<HTMLElement>, id: string) => {
      if (event.button !== 0 || stop.current !== null) return;
      event.preventDefault();
      let y = event.clientY;
      let drop: Drop | null = null;
      let frame = 0;
      const look = () => {
        const next = latest.current.dropAt(y);
        if (next?.id !== drop?.id || next?.side !== drop?.side) setDrag({ id, drop: next });
        drop = next;
      };
      const tick = () => {
        const by = scroller.current === null ? 0 : scrollBy(scroller.current, y);
        if (by !== 0) {
          scroller.current?.scrollBy(0, by);
          look();
        }
        frame = requestAnimationFrame(tick);
      };
      const end = () => {
        cancelAnimationFrame(frame);
        controller.abort();
        stop.current = null;
        setDrag(null);
      };
      const controller = new AbortController();
      const { signal } = controller;
      const pointer = event.pointerId;
      const mine =
        (listener: (moved: globalThis.PointerEvent) => void) => (moved: globalThis.PointerEvent) => {
          if (moved.pointerId === pointer) listener(moved);
        };
      // On the window: the row that was taken may leave the page while the list scrolls.
      const onMove = mine((moved) => {
        y = moved.clientY;
        look();
      });
      const onUp = mine(() => {
        end();
        if (drop !== null && drop.id !== id) latest.current.onDrop(id, drop);
      });
      const onKey = (pressed: KeyboardEvent) => {
        if (pressed.key !== "Escape") return;
        pressed.preventDefault();
        end();
      };
      window.addEventListener("pointermove", onMove, { signal });
      window.addEventListener("pointerup", onUp, { signal });
      window.addEventListener("pointercancel", mine(end), { signal });
      window.addEventListener("keydown", onKey, { signal, capture: true });
      stop.current = end;
      setDrag({ id, drop: null });
      frame = requestAnimationFrame(tick);
    },
    [scroller],
  );
  return { drag, start };
}
