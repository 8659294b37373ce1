/** One thing somebody does: what it will most likely lead to, and the request that does it. */
export interface OptimisticAction<T> {
  /** What is shown at once. */
  guess: (now: T) => T;
  /** Sends it; resolves to what is true afterwards. `now` is what the server last confirmed. */
  send: (now: T) => Promise<T>;
}

/**
 * A value that shows what its owner did before the server has answered. Actions are sent one after another, so that
 * answers cannot overtake each other; a failed one is reverted, and those after it are applied again to the confirmed
 * value.
 */
export class Optimistic<T> {
  #confirmed: T;
  #waiting: OptimisticAction<T>[] = [];
  #last: Promise<unknown> = Promise.resolve();
  readonly #show: (value: T) => void;

  constructor(initial: T, show: (value: T) => void) {
    this.#confirmed = initial;
    this.#show = show;
  }

  /** What is shown now. */
  get value(): T {
    return this.#waiting.reduce((value, action) => action.guess(value), this.#confirmed);
  }

  /** Whether nothing is under way. */
  get idle(): boolean {
    return this.#waiting.length === 0;
  }

  /** Takes what somebody else learnt from the server; actions under way stay visible on top of it. */
  confirm(value: T): void {
    this.#confirmed = value;
    this.#show(this.value);
  }

  /** Shows the action's result at once and sends it. Rejects with the reason once it had to be reverted. */
  do(action: OptimisticAction<T>): Promise<void> {
    this.#waiting = [...this.#waiting, action];
    this.#show(this.value);
    const sent = this.#last.then(() => this.#send(action));
    this.#last = sent.catch(() => undefined);
    return sent;
  }

  async #send(action: OptimisticAction<T>): Promise<void> {
    try {
      this.#confirmed = await action.send(this.#confirmed);
    } finally {
      this.#waiting = this.#waiting.filter((waiting) => waiting !== action);
      this.#show(this.value);
    }
  }
}
