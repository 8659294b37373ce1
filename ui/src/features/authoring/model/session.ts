import type { FailedRequest } from "../../../api/errors";
import type { authoringApi } from "../api";
import type { JournalPen } from "../journal/pen";
import { NEW, type Opened, pendingOf } from "../journal/record";
import type { Draft, DraftStatus, DraftView } from "../types";
import { withKnownSpeakers } from "./draft";
import { type History, type Moved, recorded, redone, undone } from "./history";
import { type Conflict, merge } from "./merge";
import { isSame, type Json, type Path, pathOfPointer, pointerOf, withValueAt } from "./path";
import { withheld } from "./withhold";

/** How the draft on screen stands to the stored one. */
export type SaveState =
  | { readonly at: "saved" | "waiting" | "saving" | "offline" | "refused" | "conflict" | "trashed" | "gone" }
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
  readonly pen: Pick<JournalPen, "write" | "failed"> | null;
  /** Reads whatever a call has thrown. */
  readonly failureOf: (cause: unknown) => FailedRequest;
  readonly onCreated: (id: string) => void;
  readonly now: () => number;
}

/**
 * How long typing may pause before it is saved, and go on before it is saved all the same; in milliseconds.
 */
export const SAVE_PAUSE_MS = 800;
const SAVE_AT_LATEST_MS = 5_000;
/** How long to wait after one, two, … failures. */
const RETRY_MS = [2_000, 5_000, 10_000, 30_000] as const;

type Timer = ReturnType<typeof setTimeout>;

/**
 * What is open in the editor: the draft, how to take changes back, and saving it by itself, one save at a
 * time.
 */
export class DraftSession {
  readonly #tools: SessionTools;
  readonly #createKey: string;
  readonly #listeners = new Set<() => void>();
  #id: string | null;
  #draft: Draft;
  #base: Draft;
  #version: number;
  #history: History;
  #conflicts: readonly Conflict[];
  #problems: ReadonlyMap<string, string> = new Map();
  #missing: readonly FieldProblem[] | null = null;
  #save: SaveState = { at: "saved" };
  #timer: Timer | null = null;
  #changedAt: number | null = null;
  #failures = 0;
  #busy = false;
  #creating: Promise<string> | null = null;
  #closed = false;
  #snapshot: SessionSnapshot;

  constructor(start: SessionStart, tools: SessionTools) {
    this.#tools = tools;
    this.#createKey = start.createKey;
    this.#id = start.id;
    this.#draft = start.draft;
    this.#base = start.base;
    this.#version = start.version;
    this.#history = start.history;
    this.#conflicts = start.conflicts;
    this.#missing = this.#missingOf(start.status, start.base);
    if (start.status?.deletedOn != null) this.#save = { at: "trashed" };
    else if (start.conflicts.length > 0) this.#save = { at: "conflict" };
    this.#snapshot = this.#snapshotNow();
    this.#keep();
    if (this.#isUnsaved() && this.#save.at === "saved") this.#schedule(0);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): SessionSnapshot => this.#snapshot;

  /** Changes the draft as it is now. */
  update(change: (draft: Draft) => Draft): void {
    this.edit(change(this.#draft));
  }

  edit(next: Draft): void {
    if (next === this.#draft || this.#save.at === "trashed") return;
    const now = this.#tools.now();
    this.#history = recorded(this.#history, this.#draft, next, now);
    this.#show(next);
  }

  /** Takes the latest step back. Answers the places that changed; null if there is none. */
  undo(): readonly Path[] | null {
    return this.#move(undone(this.#draft, this.#history));
  }

  /** Does the step again that was taken back last. */
  redo(): readonly Path[] | null {
    return this.#move(redone(this.#draft, this.#history));
  }

  /** Decides what a text that was changed here and elsewhere says. */
  resolve(conflict: Conflict, value: Json): void {
    this.#conflicts = this.#conflicts.filter((each) => each !== conflict);
    if (this.#conflicts.length === 0) this.#save = { at: "waiting" };
    const next = withKnownSpeakers(withValueAt(this.#draft, conflict.path, value) as Draft);
    this.#history = recorded(this.#history, this.#draft, next, this.#tools.now());
    this.#show(next, 0);
  }

  /** The id of the draft, which is created first where it is new. Rejects if it cannot be. */
  stored(): Promise<string> {
    if (this.#id !== null) return Promise.resolve(this.#id);
    this.#creating ??= this.#create().finally(() => {
      this.#creating = null;
    });
    return this.#creating;
  }

  async #create(): Promise<string> {
    const created = await this.#tools.api.create(this.#createKey);
    this.#id = created.id;
    this.#stored(created.draft, created);
    this.#tools.onCreated(created.id);
    this.#keep();
    this.#tell();
    return created.id;
  }

  /** Saves now instead of after the pause. */
  saveNow(): void {
    if (this.#isUnsaved() && !this.#busy) this.#schedule(0);
  }

  /** Looks whether another window or device has changed the draft, while nothing is unsaved here. */
  async refresh(): Promise<void> {
    if (this.#id === null || this.#busy || this.#isUnsaved() || this.#closed) return;
    try {
      const view = await this.#tools.api.read(this.#id);
      if (!this.#busy && view.version > this.#version) this.#mergeWith(view);
    } catch (cause) {
      // Whatever else it is, the next save finds out.
      if (this.#tools.failureOf(cause).status === 404) this.#settle({ at: "gone" });
    }
  }

  /** The draft is out of the trash. */
  reopened(view: DraftView): void {
    this.#mergeWith(view);
  }

  /**
   * The editor is left: what is not saved yet is sent once more, and stays in the journal until it has
   * arrived.
   */
  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#closed = true;
    void this.#run();
  }

  #move(moved: Moved | null): readonly Path[] | null {
    if (moved === null || this.#save.at === "trashed") return null;
    this.#history = moved.history;
    this.#show(moved.draft as Draft);
    return moved.step.changes.map(({ path }) => path);
  }

  /** Whether nothing can be saved, because the draft is in the trash or deleted permanently. */
  #isLocked(): boolean {
    return this.#save.at === "trashed" || this.#save.at === "gone";
  }

  #isUnsaved(): boolean {
    return this.#draft !== this.#base && !isSame(this.#draft as Json, this.#base as Json);
  }

  /** Shows another draft, keeps it, and has it saved after a pause. */
  #show(next: Draft, pause: number = SAVE_PAUSE_MS): void {
    const changed = pendingOf(this.#draft, next).map(({ path }) => pointerOf(path));
    this.#draft = next;
    this.#problems = new Map(
      [...this.#problems].filter(([field]) => !changed.some((place) => isWithin(field, place))),
    );
    this.#keep();
    if (this.#save.at !== "conflict" && !this.#isLocked()) {
      if (!this.#busy) this.#save = { at: "waiting" };
      const now = this.#tools.now();
      this.#changedAt ??= now;
      this.#schedule(Math.max(0, Math.min(pause, this.#changedAt + SAVE_AT_LATEST_MS - now)));
    }
    this.#tell();
  }

  #schedule(wait: number): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    if (!this.#closed) this.#timer = setTimeout(() => void this.#run(), wait);
  }

  async #run(): Promise<void> {
    this.#timer = null;
    if (this.#busy || this.#conflicts.length > 0 || this.#isLocked()) return;
    if (!this.#isUnsaved()) {
      this.#settle({ at: "saved" });
      return;
    }
    this.#busy = true;
    this.#changedAt = null;
    this.#settle({ at: "saving" });
    const sent = this.#draft;
    try {
      await this.#send(sent);
      this.#failures = 0;
    } catch (cause) {
      this.#fail(this.#tools.failureOf(cause));
    }
    this.#busy = false;
    this.#keep();
    this.#tell();
    // What was typed meanwhile.
    if (this.#draft !== sent && this.#conflicts.length === 0 && this.#timer === null)
      this.#schedule(SAVE_PAUSE_MS);
  }

  async #send(sent: Draft): Promise<void> {
    const { api } = this.#tools;
    const id = await this.stored();
    try {
      this.#stored(sent, await api.save(id, this.#version, sent));
      this.#save = { at: "saved" };
    } catch (cause) {
      const failure = this.#tools.failureOf(cause);
      if (failure.status === 412) this.#mergeWith(currentOf(failure) ?? (await api.read(id)));
      else if (failure.status === 422) await this.#sendRest(id, sent, failure);
      else throw cause;
    }
  }

  /** Marks the fields that were refused, and saves what remains. */
  async #sendRest(id: string, sent: Draft, failure: FailedRequest): Promise<void> {
    const refused = refusedFields(failure).map(({ pointer, message }) => ({
      path: pathOfPointer(sent as Json, pointer),
      message,
    }));
    this.#problems = new Map(refused.map(({ path, message }) => [pointerOf(path), message]));
    this.#save = { at: "refused" };
    const rest = withheld(
      sent as Json,
      this.#base as Json,
      refused.map(({ path }) => path),
    ) as Draft;
    const kept = withKnownSpeakers(rest);
    if (isSame(kept as Json, this.#base as Json)) return;
    try {
      this.#stored(kept, await this.#tools.api.save(id, this.#version, kept));
    } catch (cause) {
      const second = this.#tools.failureOf(cause);
      if (second.status !== 422 && second.status !== 412) throw cause;
    }
  }

  #stored(draft: Draft, status: DraftStatus): void {
    this.#base = draft;
    this.#version = status.version;
    this.#missing = this.#missingOf(status, draft);
  }

  /** Takes in what another window or device has stored. */
  #mergeWith(view: DraftView): void {
    const { merged, conflicts } = merge(this.#base as Json, this.#draft as Json, view.draft as Json);
    this.#stored(view.draft, view);
    this.#draft = withKnownSpeakers(merged as Draft);
    const known = new Map([...this.#conflicts, ...conflicts].map((each) => [pointerOf(each.path), each]));
    this.#conflicts = [...known.values()];
    if (view.deletedOn !== null) this.#save = { at: "trashed" };
    else if (this.#conflicts.length > 0) this.#save = { at: "conflict" };
    else if (this.#isUnsaved()) {
      this.#save = { at: "waiting" };
      this.#schedule(0);
    } else this.#save = { at: "saved" };
    this.#keep();
    this.#tell();
  }

  #fail(failure: FailedRequest): void {
    if (failure.status === 404) this.#save = { at: "gone" };
    else if (failure.code === "DRAFT_IN_TRASH") this.#save = { at: "trashed" };
    else if (failure.status === 0 || failure.status === 429 || failure.status >= 500) {
      this.#save = failure.status === 0 ? { at: "offline" } : { at: "failed", message: failure.message };
      const wait = RETRY_MS[Math.min(this.#failures, RETRY_MS.length - 1)] ?? 0;
      this.#failures += 1;
      this.#schedule(Math.max(wait, (failure.retryAfterSecs ?? 0) * 1_000));
    } else this.#save = { at: "failed", message: failure.message };
  }

  #missingOf(status: DraftStatus | null, draft: Draft): FieldProblem[] | null {
    if (status === null) return null;
    return status.missing.map(({ field, message }) => ({
      path: pathOfPointer(draft as Json, field),
      message,
    }));
  }

  /** Keeps everything in this browser, at once. */
  #keep(): void {
    // Once it is closed another window may have taken the record over.
    if (this.#closed) return;
    void this.#tools.pen?.write({
      draftId: this.#id ?? NEW,
      at: this.#tools.now(),
      version: this.#version,
      base: this.#base,
      pending: pendingOf(this.#base, this.#draft),
      conflicts: this.#conflicts,
      history: this.#history,
      createKey: this.#createKey,
    });
  }

  #settle(save: SaveState): void {
    this.#save = save;
    this.#tell();
  }

  #snapshotNow(): SessionSnapshot {
    return {
      id: this.#id,
      version: this.#version,
      draft: this.#draft,
      save: this.#save,
      missing: this.#missing,
      problems: this.#problems,
      conflicts: this.#conflicts,
      canUndo: this.#history.undo.length > 0,
      canRedo: this.#history.redo.length > 0,
      unsafe: this.#tools.pen === null || this.#tools.pen.failed,
    };
  }

  #tell(): void {
    if (this.#closed) return;
    this.#snapshot = this.#snapshotNow();
    for (const listener of this.#listeners) listener();
  }
}

const isWithin = (place: string, outer: string) => place === outer || `${place}/`.startsWith(`${outer}/`);

/** The draft that the refusal of an outdated save carries; null if it is too large to be sent with it. */
function currentOf({ responseData }: FailedRequest): DraftView | null {
  const current = (responseData as { current?: DraftView } | null)?.current;
  return current?.draft === undefined ? null : current;
}

/** Every field that a refusal names. */
function refusedFields({ responseData }: FailedRequest): { pointer: string; message: string }[] {
  const errors = (responseData as { errors?: { pointer: string; message: string }[] } | null)?.errors;
  return Array.isArray(errors) ? errors : [];
}
