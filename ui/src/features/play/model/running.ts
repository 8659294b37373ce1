import type { FailedRequest } from "../../../api/errors";
import type { Turn, TurnFault, TurnKind, TurnRequest } from "../types";

/** What becomes of a turn that was begun here. */
export interface Begun {
  /** The server has taken it; rejects with a `FailedRequest` when it did not. */
  accepted: Promise<void>;
  /** It has ended, one way or another; rejects when its end was never heard of. */
  finished: Promise<Turn>;
}

/** Where the text goes that a turn writes for the player, as it grows. */
export type OnText = ((text: string) => void) | null;

interface Origin {
  /** Null for a turn that is still to be asked for. */
  id: string | null;
  kind: TurnKind;
  /** Null for a turn that began elsewhere. */
  request: TurnRequest | null;
  onText: OnText;
}

/** A turn that this tab follows, from asking for it to its end. */
export class Running implements Begun {
  id: string | null;
  kind: TurnKind;
  readonly request: TurnRequest | null;
  readonly onText: OnText;
  readonly accepted: Promise<void>;
  readonly finished: Promise<Turn>;
  /** Stands in for the player's line until the server has stored it. */
  pendingId: string | null = null;
  /** What it has written for the player so far. */
  text = "";
  /** The words of the notices that were shown: each once, even if the player has closed it since. */
  readonly shownNotices = new Set<string>();
  /** What went wrong, before the turn's end settles how it is left. */
  error: TurnFault | null = null;
  /** Lets go of the stream. */
  close: () => void = () => undefined;
  #accept: () => void = () => undefined;
  #refuse: (failure: FailedRequest) => void = () => undefined;
  #finish: (turn: Turn) => void = () => undefined;
  #fail: (failure: FailedRequest) => void = () => undefined;

  constructor({ id, kind, request, onText }: Origin) {
    this.id = id;
    this.kind = kind;
    this.request = request;
    this.onText = onText;
    this.accepted = new Promise((resolve, reject) => {
      this.#accept = resolve;
      this.#refuse = reject;
    });
    this.finished = new Promise((resolve, reject) => {
      this.#finish = resolve;
      this.#fail = reject;
    });
  }

  accept(): void {
    this.#accept();
  }

  finish(turn: Turn): void {
    this.#finish(turn);
  }

  /** It will not happen. */
  refuse(failure: FailedRequest): void {
    this.#refuse(failure);
    this.#fail(failure);
  }

  /** It happens, or has happened, where this tab does not see it. */
  lose(failure: FailedRequest): void {
    this.#accept();
    this.#fail(failure);
  }
}

/** A turn that could not even be asked for. */
export function refused(failure: FailedRequest): Begun {
  return { accepted: Promise.reject(failure), finished: Promise.reject(failure) };
}

/** Ignores the outcome of a turn that nobody waits for. */
export function unattended({ accepted, finished }: Begun): void {
  accepted.catch(() => undefined);
  finished.catch(() => undefined);
}
