import { type Ref, type RefObject, useCallback, useImperativeHandle } from "react";
import type { VirtualizerHandle } from "virtua";
import { usePlay } from "../PlayContext";
import { focusedLine, lineIn } from "./in-page";
import { ROWS_ABOVE } from "./rows";
import type { End } from "./useEnd";

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

interface HandleParts {
  list: RefObject<VirtualizerHandle | null>;
  scroller: RefObject<HTMLElement | null>;
  end: Pick<End, "stick" | "release">;
  edit: (messageId: string) => void;
}

/** Offers to keys and panels what they can ask of the transcript. */
export function useTranscriptHandle(ref: Ref<TranscriptHandle>, parts: HandleParts): void {
  const {
    list,
    scroller,
    edit,
    end: { stick, release },
  } = parts;
  const { story } = usePlay();

  const focusLine = useCallback(
    (messageId: string) => {
      const index = story.state.ids.indexOf(messageId);
      if (index < 0) return;
      list.current?.scrollToIndex(index + ROWS_ABOVE, { align: "nearest" });
      // It is in the page a frame later.
      requestAnimationFrame(() => lineIn(scroller.current, messageId)?.focus({ preventScroll: true }));
    },
    [story, list, scroller],
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
      edit,
      focus: () => scroller.current?.focus(),
    }),
    [story, focusLine, release, stick, edit, scroller],
  );
}
