import type { FailedRequest } from "../../../api/errors";
import { NEW, pendingOf } from "../journal/record";
import type { Draft, DraftStatus, DraftView } from "../types";
import {
  currentOf,
  missingOf,
  problemsBy,
  problemsOutside,
  refusedFields,
  retryWait,
  stateAfter,
  withUnanswered,
} from "./answers";
import type { Change } from "./diff";
import { withKnownSpeakers } from "./draft";
import { type History, type Moved, recorded, redone, undone } from "./history";
import type { Conflict } from "./merge";
import { isSame, type Json, pointerOf, withValueAt } from "./path";
import type { SaveState, SessionSnapshot, SessionStart, SessionTools } from "./sessionTypes";
import { takenIn } from "./takenIn";
import { withheld } from "./withhold";

/**
 * How long typing may pause before it is saved, and go on before it is saved all the same; in milliseconds.
 */
export const SAVE_PAUSE_MS = 800;
const SAVE_AT_LATEST_MS = 5_000;
/** One save may be under way with an older text, and the next may find another window's change. */
const MAX_AWAITED_SAVES = 3;

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
  #status: DraftStatus | null;
  #save: SaveState = { at: "saved" };
  #timer: ReturnType<typeof setTimeout> | null = null;
  #changedAt: number | null = null;
  #failures = 0;
  #running: Promise<void> | null = null;
  #creating: Promise<string> | null = null;
  /** What was sent in saves whose answers were lost: the server may have stored one of them. */
  #unanswered: readonly Draft[];
  /** Tells that nothing more is sent; null while the editor is open. */
  #left: (() => void) | null = null;
  #abandoned = false;
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
    this.#unanswered = start.unanswered;
    this.#status = start.status;
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

  /** Takes the latest step back, everywhere or in one field. Answers what changed; null if there is none. */
  undo(field: string | null = null): readonly Change[] | null {
    return this.#move(undone(this.#draft, this.#history, field));
  }

  /** Does the step again that was taken back last. */
  redo(field: string | null = null): readonly Change[] | null {
    return this.#move(redone(this.#draft, this.#history, field));
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
    // Once the editor is left, the address is another page's.
    if (this.#left === null && !this.#abandoned) this.#tools.onCreated(created.id);
    this.#keep();
    this.#tell();
    return created.id;
  }

  /** Saves now instead of after the pause. */
  saveNow(): void {
    // At once: a page that is hidden may not live until a timer fires.
    if (this.#isUnsaved()) void this.#run();
  }

  /** Saves now. Resolves to whether everything is stored. */
  async saved(): Promise<boolean> {
    for (let count = 0; count < MAX_AWAITED_SAVES && this.#isUnsaved(); count += 1) {
      await this.#run();
      if (this.#save.at !== "waiting") break;
    }
    return !this.#isUnsaved();
  }

  /** Looks whether another window or device has changed the draft, while nothing is unsaved here. */
  async refresh(): Promise<void> {
    if (this.#id === null || this.#running !== null || this.#isUnsaved() || this.#left !== null) return;
    try {
      const view = await this.#tools.api.read(this.#id);
      if (this.#running !== null || this.#left !== null) return;
      if (view.version > this.#version) this.#mergeWith(view);
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
   * The editor is left: what is not stored yet is sent, also when the line is back later. Resolves when
   * nothing more is sent, because all is stored or something stands in the way; until then it is kept in the
   * journal and nobody else may take its record.
   */
  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#left = resolve;
      void this.#run();
    });
  }

  /** Another session takes the draft over from the journal: this one sends and keeps nothing more. */
  abandon(): void {
    this.#abandoned = true;
    this.#stopTimer();
    this.#left?.();
  }

  /** Drops a draft that the server does not have, and its record. False if the server may have it. */
  discard(): boolean {
    if (this.#id !== null || this.#running !== null || this.#creating !== null) return false;
    this.abandon();
    void this.#tools.pen?.discard();
    return true;
  }

  #move(moved: Moved | null): readonly Change[] | null {
    if (moved === null || this.#save.at === "trashed") return null;
    this.#history = moved.history;
    this.#show(moved.draft as Draft);
    return moved.changes;
  }

  /** Whether nothing can be saved, because the draft is in the trash or deleted permanently. */
  #isLocked(): boolean {
    return this.#save.at === "trashed" || this.#save.at === "gone";
  }

  #isUnsaved(): boolean {
    if (this.#unanswered.length > 0) return true;
    return this.#draft !== this.#base && !isSame(this.#draft as Json, this.#base as Json);
  }

  /** Shows another draft, keeps it, and has it saved after a pause. */
  #show(next: Draft, pause: number = SAVE_PAUSE_MS): void {
    const changed = pendingOf(this.#draft, next).map(({ path }) => pointerOf(path));
    this.#draft = next;
    this.#problems = problemsOutside(this.#problems, changed);
    this.#keep();
    if (this.#save.at !== "conflict" && !this.#isLocked()) {
      if (this.#running === null) this.#save = { at: "waiting" };
      const now = this.#tools.now();
      this.#changedAt ??= now;
      this.#schedule(Math.max(0, Math.min(pause, this.#changedAt + SAVE_AT_LATEST_MS - now)));
    }
    this.#tell();
  }

  #stopTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #schedule(wait: number): void {
    this.#stopTimer();
    if (!this.#abandoned) this.#timer = setTimeout(() => void this.#run(), wait);
  }

  /** Saves what is not stored yet, or waits for the save under way. Never rejects. */
  #run(): Promise<void> {
    this.#stopTimer();
    this.#running ??= this.#runOnce().finally(() => {
      this.#running = null;
      if (this.#timer === null) this.#left?.();
    });
    return this.#running;
  }

  async #runOnce(): Promise<void> {
    if (this.#abandoned || this.#conflicts.length > 0 || this.#isLocked()) return;
    if (!this.#isUnsaved()) {
      this.#settle({ at: "saved" });
      return;
    }
    this.#changedAt = null;
    this.#settle({ at: "saving" });
    const sent = this.#draft;
    try {
      await this.#send(sent);
      this.#failures = 0;
    } catch (cause) {
      this.#fail(this.#tools.failureOf(cause));
    }
    this.#keep();
    this.#tell();
    // What was typed meanwhile.
    if (this.#draft !== sent && this.#conflicts.length === 0 && this.#timer === null)
      this.#schedule(this.#left === null ? SAVE_PAUSE_MS : 0);
  }

  async #send(sent: Draft): Promise<void> {
    const id = await this.stored();
    try {
      await this.#put(id, sent);
      this.#save = { at: this.#isUnsaved() ? "waiting" : "saved" };
    } catch (cause) {
      const failure = this.#tools.failureOf(cause);
      if (failure.status === 412) await this.#mergeWithCurrent(id, failure);
      else if (failure.status === 422) await this.#sendRest(id, sent, failure);
      else throw cause;
    }
  }

  /** Sends a draft, and remembers it until its save is answered. */
  async #put(id: string, draft: Draft): Promise<void> {
    if (this.#abandoned) return;
    this.#unanswered = withUnanswered(this.#unanswered, draft);
    this.#keep();
    try {
      this.#stored(draft, await this.#tools.api.save(id, this.#version, draft));
    } catch (cause) {
      if (this.#tools.failureOf(cause).type === "validation")
        this.#unanswered = this.#unanswered.filter((each) => each !== draft);
      throw cause;
    }
  }

  async #mergeWithCurrent(id: string, failure: FailedRequest): Promise<void> {
    this.#mergeWith(currentOf(failure) ?? (await this.#tools.api.read(id)));
  }

  /** Marks the fields that were refused, and saves what remains. */
  async #sendRest(id: string, sent: Draft, failure: FailedRequest): Promise<void> {
    const refused = refusedFields(failure, sent);
    this.#problems = problemsBy(refused);
    const paths = refused.map(({ path }) => path);
    const kept = withKnownSpeakers(withheld(sent as Json, this.#base as Json, paths) as Draft);
    try {
      if (!isSame(kept as Json, this.#base as Json)) await this.#put(id, kept);
      this.#save = { at: "refused", isRestSaved: true };
    } catch (cause) {
      const second = this.#tools.failureOf(cause);
      if (second.status === 412) await this.#mergeWithCurrent(id, second);
      else if (second.status === 422) {
        this.#problems = problemsBy([...refused, ...refusedFields(second, kept)]);
        this.#save = { at: "refused", isRestSaved: false };
      } else throw cause;
    }
  }

  #stored(draft: Draft, status: DraftStatus): void {
    this.#base = draft;
    this.#version = status.version;
    // A save of an older version can no longer arrive.
    this.#unanswered = [];
    this.#status = status;
  }

  /** Takes in what another window or device has stored. */
  #mergeWith(view: DraftView): void {
    // What a field still holds was written to the draft as it was.
    this.#tools.flush();
    const now = { base: this.#base, draft: this.#draft, conflicts: this.#conflicts };
    const taken = takenIn({ ...now, unanswered: this.#unanswered, history: this.#history }, view.draft);
    this.#stored(view.draft, view);
    this.#draft = taken.draft;
    this.#conflicts = taken.conflicts;
    this.#history = taken.history;
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
    this.#save = stateAfter(failure);
    // After the editor is left it may also be that somebody signed out.
    if (failure.status === 401 && this.#left !== null) return;
    const wait = retryWait(failure, this.#failures);
    if (wait === null) return;
    this.#failures += 1;
    this.#schedule(wait);
  }

  /** Keeps everything in this browser, at once. */
  #keep(): void {
    // Another session has the record.
    if (this.#abandoned) return;
    void this.#tools.pen?.write({
      draftId: this.#id ?? NEW,
      at: this.#tools.now(),
      version: this.#version,
      base: this.#base,
      pending: pendingOf(this.#base, this.#draft),
      unanswered: this.#unanswered.map((sent) => pendingOf(this.#base, sent)),
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
      state: this.#status?.state ?? "draft",
      missing: missingOf(this.#status, this.#base),
      problems: this.#problems,
      conflicts: this.#conflicts,
      canUndo: this.#history.undo.length > 0,
      canRedo: this.#history.redo.length > 0,
      unsafe: this.#tools.pen === null || this.#tools.pen.failed,
    };
  }

  #tell(): void {
    this.#snapshot = this.#snapshotNow();
    for (const listener of this.#listeners) listener();
  }
}
