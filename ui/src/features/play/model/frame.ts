/** Runs something at most once a painted frame; a tab that is not painted gets its turn a little later. */
export class Frame {
  readonly #run: () => void;
  #frame = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #waiting = false;

  /** How long a hidden tab, whose frames do not come, waits instead. */
  static readonly HIDDEN_MS = 250;

  constructor(run: () => void) {
    this.#run = run;
  }

  ask(): void {
    if (this.#waiting) return;
    this.#waiting = true;
    this.#frame = requestAnimationFrame(this.#go);
    this.#timer = setTimeout(this.#go, Frame.HIDDEN_MS);
  }

  cancel(): void {
    this.#waiting = false;
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#timer);
  }

  readonly #go = (): void => {
    this.cancel();
    this.#run();
  };
}
