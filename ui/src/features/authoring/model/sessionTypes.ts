import type { FailedRequest } from "../../../api/errors";
import type { authoringApi } from "../api";
import type { JournalPen } from "../journal/pen";
import type { Opened } from "../journal/record";
import type { Draft, DraftStatus, ScenarioState } from "../types";
import type { History } from "./history";
import type { Conflict } from "./merge";
import type { Path } from "./path";

/** How the draft on screen stands to the stored one. */
export type SaveState =
  | { readonly at: "saved" | "waiting" | "saving" | "offline" | "conflict" | "trashed" | "gone" }
  /** Some fields cannot be stored as they are; whether everything else is stored. */
  | { readonly at: "refused"; readonly isRestSaved: boolean }
  | { readonly at: "failed"; readonly message: string };

/** What is missing, or wrong, at a field. */
export interface FieldProblem {
  readonly path: Path;
  readonly message: string;
}

export interface SessionSnapshot {
  readonly id: string | null;
  /** The version that the server stored last; 0: none. */
  readonly version: number;
  readonly draft: Draft;
  readonly save: SaveState;
  /** Who can see the scenario, as of the last save. */
  readonly state: ScenarioState;
  /** As of the last save; null before the first one. */
  readonly missing: readonly FieldProblem[] | null;
  /** What the server refuses, by the field's pointer. */
  readonly problems: ReadonlyMap<string, string>;
  readonly conflicts: readonly Conflict[];
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** Whether this browser cannot keep what is not saved yet. */
  readonly unsafe: boolean;
}

export interface SessionStart extends Opened {
  /** Null: the server does not have the draft yet. */
  readonly id: string | null;
  readonly status: DraftStatus | null;
  readonly history: History;
  readonly createKey: string;
}

export interface SessionTools {
  readonly api: Pick<typeof authoringApi, "create" | "read" | "save">;
  /** Null where this browser keeps nothing. */
  readonly pen: Pick<JournalPen, "write" | "discard" | "failed"> | null;
  /** Reads whatever a call has thrown. */
  readonly failureOf: (cause: unknown) => FailedRequest;
  readonly onCreated: (id: string) => void;
  /** Has the fields on screen pass on what they still hold. */
  readonly flush: () => void;
  readonly now: () => number;
}
