/** Those who want to hear that something outside of React has changed; made for `useSyncExternalStore`. */
export class Listeners {
  readonly #all = new Set<() => void>();

  /** Answers with the way out. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#all.add(listener);
    return () => this.#all.delete(listener);
  };

  tell(): void {
    for (const listener of this.#all) listener();
  }
}
