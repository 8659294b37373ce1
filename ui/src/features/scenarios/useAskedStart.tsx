import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from "react";
import { recordRead, type Session } from "../../api/session";
import type { ContentNote, Scenario } from "../../api/types";
import { lazyDialog } from "../../design/lazyDialog";
import { type Start, useStart } from "../stories/public";

const StartSheet = lazyDialog(async () => ({ default: (await import("./StartSheet")).StartSheet }));

/** A press on Start: the opening it began with, if it named one. */
interface Press {
  opening: number | undefined;
}

/** A press that is asked about: what it leads to that its reader hides. */
interface Asked extends Press {
  hidden: readonly ContentNote[];
}

/** Starting a story of a scenario, and what is asked before that of a reader who hides what it contains. */
export function useAskedStart({ id, actors, contentNotes }: Scenario): { start: Start; sheet: ReactNode } {
  const start = useStart(id, actors.length);
  /** A press that waits until it is known what the reader hides: it may come while the page is being set up. */
  const [pressed, setPressed] = useState<Press | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const notes = contentNotes ?? [];
  const close = () => setAsked(null);

  const take = useEffectEvent(({ opening }: Press, { me }: Session) => {
    setPressed(null);
    const hidden = notes.filter((note) => me?.blockedNotes.includes(note));
    if (hidden.length > 0) setAsked({ opening, hidden });
    else start.begin(opening);
  });
  useEffect(() => {
    if (pressed === null) return;
    let isOver = false;
    void recordRead().then((session) => {
      if (!isOver) take(pressed, session);
    });
    return () => {
      isOver = true;
    };
  }, [pressed]);

  return {
    start:
      notes.length === 0
        ? start
        : {
            ...start,
            busy: start.busy || pressed !== null,
            begin: (opening) => {
              if (!start.busy) setPressed({ opening });
            },
          },
    sheet: asked !== null && (
      <Suspense fallback={null}>
        <StartSheet
          hidden={asked.hidden}
          onClose={close}
          onStart={() => {
            close();
            start.begin(asked.opening);
          }}
        />
      </Suspense>
    ),
  };
}
