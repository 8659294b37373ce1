import { type FailedRequest, failedConnection } from "../../../api/errors";
import { Listeners } from "../listeners";
import type { Message } from "../types";
import { Frame } from "./frame";
import { Line } from "./line";
import { withNotice } from "./notices";
import { type LiveTurn, NOTHING, type Notice, type PlayState, type Trouble } from "./state";

/**
 * What this tab shows of a story, and who is notified when it changes: at once, or at most once a frame while text is
 * coming. The parts of the model write here; nobody else does.
 */
export class View {
  readonly line = new Line();
  readonly #now: () => number;
  readonly #listeners = new Listeners();
  readonly #frame = new Frame(() => this.#tell());
  #state: PlayState = NOTHING;
  #messages: readonly Message[] | null = null;
  #version = 0;
  #stamp = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  readonly subscribe = this.#listeners.subscribe;

  /** A new object whenever one of its fields changes; the text of messages is not among them. */
  get state(): PlayState {
    return this.#state;
  }

  /** The messages on screen; a new array whenever one of them changes. */
  get messages(): readonly Message[] {
    this.#messages ??= this.line.ids.flatMap((id) => this.line.get(id) ?? []);
    return this.#messages;
  }

  /** The newest version of the story that an answer has brought. */
  get version(): number {
    return this.#version;
  }

  /** An answer has brought this version, or an older one after a newer. */
  reached(version: number): void {
    this.#version = Math.max(this.#version, version);
  }

  set(change: Partial<PlayState>): void {
    this.#state = { ...this.#state, ...change };
    this.#frame.cancel();
    this.#tell();
  }

  /** Changes what is known of the turn under way, if there is one. */
  patchTurn(change: Partial<LiveTurn>): void {
    const { turn } = this.#state;
    if (turn !== null) this.set({ turn: { ...turn, ...change } });
  }

  /** Brings the state in step with the line. */
  show(change: Partial<PlayState> = {}): void {
    const { ids, above, below } = this.line;
    const { older, newer } = this.#state;
    this.set({
      ids,
      older: above === null ? "end" : older === "end" ? "idle" : older,
      newer: below === null ? "end" : newer === "end" ? "idle" : newer,
      ...change,
    });
  }

  /** Notifies of text that has come, with the next frame. */
  tellSoon(): void {
    this.#frame.ask();
  }

  /** Notifies nobody any more, until something else is set. */
  rest(change: Partial<PlayState>): void {
    this.#frame.cancel();
    this.#state = { ...this.#state, ...change };
  }

  /** A number that nothing here had before. */
  stamp(): number {
    this.#stamp += 1;
    return this.#stamp;
  }

  /** Asks the transcript to show a message. */
  aim(messageId: string): void {
    this.set({ target: { messageId, stamp: this.stamp() } });
  }

  /** Shows a notice beside the story. */
  notice(notice: Omit<Notice, "key">): void {
    const { notices, helpLanguage } = this.#state;
    this.set({
      notices: withNotice(notices, { ...notice, key: `notice-${this.stamp()}` }),
      helpLanguage: notice.labels?.language ?? helpLanguage,
    });
  }

  /** Shows that something failed; a cancellation is not shown. */
  fail(cause: unknown, again: (() => void) | null): void {
    const failure = failedConnection(cause);
    if (failure.type !== "aborted") this.set({ trouble: this.troubleOf(failure, again) });
  }

  /** How a failure is shown. */
  troubleOf(failure: FailedRequest, again: (() => void) | null): Trouble {
    const { code, status, message, retryAfterSecs } = failure;
    const retryAt = retryAfterSecs === null ? null : this.#now() + retryAfterSecs * 1_000;
    return { code, status, message, retryAt, shorten: null, again };
  }

  #tell(): void {
    this.#messages = null;
    this.#listeners.tell();
  }
}
