import { portion } from "./sentences";

/** Time to read a portion out, in milliseconds a character, and the least of it. */
const PER_LETTER_MS = 55;
const LEAST_MS = 1_200;
/** Characters of one portion. */
const MOST_LETTERS = 280;

/** Hands out sentences in portions, one after another, at a pace that can be followed. */
export class Speech {
  readonly #say: (text: string) => void;
  #waiting: readonly string[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(say: (text: string) => void) {
    this.#say = say;
  }

  add(sentences: readonly string[]): void {
    this.#waiting = [...this.#waiting, ...sentences];
    if (this.#timer === undefined) this.#next();
  }

  /** Stops speaking; what waits is kept. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  readonly #next = (): void => {
    this.#timer = undefined;
    if (this.#waiting.length === 0) return;
    const { text, rest } = portion(this.#waiting, MOST_LETTERS);
    this.#waiting = rest;
    this.#say(text);
    this.#timer = setTimeout(this.#next, Math.max(LEAST_MS, text.length * PER_LETTER_MS));
  };
}
