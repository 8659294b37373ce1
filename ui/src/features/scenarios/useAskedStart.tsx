import { lazy, type ReactNode, Suspense, useState } from "react";
import { useSession } from "../../api/session";
import type { Scenario } from "../../api/types";
import { type Start, useStart } from "../stories/public";

const StartSheet = lazy(() => import("./StartSheet").then((module) => ({ default: module.StartSheet })));

/** A press on Start that is asked about: the opening it began with, if it named one. */
interface Asked {
  opening: number | undefined;
}

/** Starting a story of a scenario, and what is asked before that of a reader who hides what it contains. */
export function useAskedStart({ id, actors, contentNotes }: Scenario): { start: Start; sheet: ReactNode } {
  const start = useStart(id, actors.length);
  const blocked = useSession().me?.blockedNotes ?? [];
  const [asked, setAsked] = useState<Asked | null>(null);
  const hidden = (contentNotes ?? []).filter((note) => blocked.includes(note));
  const close = () => setAsked(null);
  return {
    start:
      hidden.length === 0
        ? start
        : {
            ...start,
            begin: (opening) => {
              if (!start.busy) setAsked({ opening });
            },
          },
    sheet: asked !== null && (
      <Suspense fallback={null}>
        <StartSheet
          hidden={hidden}
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
