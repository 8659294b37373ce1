import type { Draft } from "../types";
import { carried } from "./carried";
import { withKnownSpeakers } from "./draft";
import type { History } from "./history";
import { type Conflict, merge } from "./merge";
import { isSame, type Json, pointerOf } from "./path";

/** What is open, and what of it the server may have. */
export interface Standing {
  /** The draft as this window last loaded or saved it. */
  readonly base: Draft;
  readonly draft: Draft;
  readonly conflicts: readonly Conflict[];
  /** What was sent in saves whose answers were lost. */
  readonly unanswered: readonly Draft[];
  readonly history: History;
}

type Taken = Pick<Standing, "draft" | "conflicts" | "history">;

/** What is open after what another window or device has stored was taken in. */
export function takenIn(now: Standing, theirs: Draft): Taken {
  // It may be what was sent from here, and only the answer was lost.
  const own = now.unanswered.find((each) => isSame(each as Json, theirs as Json));
  const { merged, conflicts } = merge((own ?? now.base) as Json, now.draft as Json, theirs as Json);
  const draft = withKnownSpeakers(merged as Draft);
  const known = new Map([...now.conflicts, ...conflicts].map((each) => [pointerOf(each.path), each]));
  return {
    draft,
    conflicts: [...known.values()],
    history: carried(now.history, now.draft as Json, draft as Json),
  };
}
