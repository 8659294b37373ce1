import { failedConnection } from "../../../api/errors";
import { worthAnotherTry } from "../stream";
import { storyChanged } from "../turn-events";
import type { ChatSession, StoryChanged } from "../types";
import type { StoryPorts } from "./ports";
import type { View } from "./view";

/** Changes made elsewhere come in bursts. */
const SYNC_MS = 250;
/** A tab that nobody looks at lets go of its connection soon: without HTTP/2 a browser has six of them for all tabs. */
const HIDDEN_MS = 10_000;

/** What catching up has to know of the turns, and whom it hands what it has learnt. */
interface SyncOwner {
  /** Whether a turn runs here, which must not be disturbed. */
  isBusy: () => boolean;
  /** A turn is announced; returns whether it is one of this tab's own. */
  hear: (turnId: string) => boolean;
  adopt: (session: ChatSession) => void;
}

/** Whether a failure means that the story does not exist, or that this reader may not see it. */
export function isMissing({ status }: { status: number }): boolean {
  return status === 404 || status === 410;
}

/** Keeps a story in step with what other tabs and devices do to it. */
export class Sync {
  readonly #chatID: string;
  readonly #ports: StoryPorts;
  readonly #view: View;
  readonly #owner: SyncOwner;
  #open = false;
  #stop: (() => void) | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #hiddenTimer: ReturnType<typeof setTimeout> | undefined;
  #isBehind = false;
  /** The newest version that the server has announced. */
  #wanted = 0;

  constructor(chatID: string, ports: StoryPorts, view: View, owner: SyncOwner) {
    this.#chatID = chatID;
    this.#ports = ports;
    this.#view = view;
    this.#owner = owner;
  }

  open(): void {
    this.#open = true;
    document.addEventListener("visibilitychange", this.#onVisibility);
  }

  close(): void {
    this.#open = false;
    document.removeEventListener("visibilitychange", this.#onVisibility);
    clearTimeout(this.#timer);
    clearTimeout(this.#hiddenTimer);
    this.#letGo();
  }

  /** Follows the story's changes from now on. */
  listen(): void {
    if (this.#stop !== null) return;
    let opened = 0;
    this.#stop = this.#ports.follow({
      open: () => ({ key: "GET /stories/{id}/events", path: { id: this.#chatID } }),
      onEvent: (event) => {
        const changed = storyChanged(event);
        if (changed !== null) this.#onChanged(changed);
        return "more";
      },
      onLink: (link) => {
        if (link !== "open") return;
        opened += 1;
        // Events that came while nobody listened are not repeated.
        if (opened > 1) this.soon();
      },
      onRefused: (failure) => (worthAnotherTry(failure) ? "again" : "leave"),
    });
  }

  /** Catches up in a moment, unless an answer of our own has brought that version by then. */
  soon(version = Number.POSITIVE_INFINITY): void {
    clearTimeout(this.#timer);
    this.#wanted = Math.max(this.#wanted, version);
    this.#timer = setTimeout(() => {
      const known = this.#wanted <= this.#view.version;
      this.#wanted = 0;
      if (!known) void this.now();
    }, SYNC_MS);
  }

  /** Something is on the server that is not here: catches up when the turn has ended. */
  later(): void {
    this.#isBehind = true;
  }

  /** The turn has ended; catches up if there is anything to catch up with. */
  settle(): void {
    if (this.#isBehind) this.soon();
  }

  /** Brings the screen in step with the server; while a turn runs here, as soon as it has ended. */
  async now(): Promise<void> {
    if (!this.#open) return;
    if (this.#owner.isBusy()) {
      this.#isBehind = true;
      return;
    }
    this.#isBehind = false;
    try {
      const session = await this.#ports.api.session(this.#chatID);
      if (!this.#open) return;
      if (this.#owner.isBusy()) this.#isBehind = true;
      else this.#owner.adopt(session);
    } catch (cause) {
      const failure = failedConnection(cause);
      if (isMissing(failure)) this.#view.set({ phase: "missing", failure });
      else if (worthAnotherTry(failure)) this.#isBehind = true;
    }
  }

  readonly #onVisibility = (): void => {
    clearTimeout(this.#hiddenTimer);
    if (document.hidden) this.#hiddenTimer = setTimeout(() => this.#letGo(), HIDDEN_MS);
    else if (this.#stop === null && this.#view.state.phase === "ready") {
      this.listen();
      this.soon();
    }
  };

  #onChanged({ version, turnId }: StoryChanged): void {
    const isOurs = turnId !== null && this.#owner.hear(turnId);
    if (version <= this.#view.version) return;
    if (isOurs) this.#view.reached(version);
    else this.soon(version);
  }

  #letGo(): void {
    this.#stop?.();
    this.#stop = null;
  }
}
