import { useState } from "react";
import { type Notices, useNotice } from "../../../design/NoticeBar";
import type { Path } from "../model/path";
import type { DraftSession } from "../model/session";
import type { Draft } from "../types";

/** Takes something away by `run`, leads to what is at `path`, and says so with the way back. */
export type Remove = (name: string, path: Path, run: () => void) => void;

interface Steps {
  goTo: (path: Path) => void;
  undo: () => void;
}

/**
 * Removals, each with a notice about it. Its way back is the editor's undo, so it is there only as long as the removal
 * is the latest step: until the draft is another one.
 */
export function useRemoval(
  session: DraftSession,
  draft: Draft,
  { goTo, undo }: Steps,
): { remove: Remove; notices: Pick<Notices, "notice" | "mute"> } {
  const { notice, say, mute } = useNotice();
  /** The draft without what was removed last. */
  const [without, setWithout] = useState<Draft | null>(null);
  return {
    remove: (name, path, run) => {
      run();
      setWithout(session.snapshot().draft);
      goTo(path);
      say(`${name} removed.`, () => {
        undo();
        goTo(path);
      });
    },
    notices: { notice: draft === without ? notice : null, mute },
  };
}
