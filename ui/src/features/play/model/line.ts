import type { Message, Slice } from "../types";

/**
 * The known part of the line through a story's tree that is on screen: a run of messages without gaps, oldest first, and
 * where to ask for more of it on either side. Nodes are kept by id, so that a sibling seen before shows at once.
 */
export class Line {
  readonly #nodes = new Map<string, Message>();
  #ids: readonly string[] = [];
  /** Where the next older slice begins; null at the story's root. */
  above: number | null = null;
  /** Where the next newer slice begins; null when the line reaches its head. */
  below: number | null = null;

  /** A new array whenever it changes. */
  get ids(): readonly string[] {
    return this.#ids;
  }

  get lastId(): string | null {
    return this.#ids.at(-1) ?? null;
  }

  get last(): Message | null {
    const id = this.lastId;
    return id === null ? null : (this.#nodes.get(id) ?? null);
  }

  get(id: string): Message | undefined {
    return this.#nodes.get(id);
  }

  has(id: string): boolean {
    return this.#ids.includes(id);
  }

  /** Shows this slice and nothing else. */
  replace(slice: Slice): void {
    this.#learn(slice.results);
    this.#ids = slice.results.map(({ id }) => id);
    this.above = slice.nextCursorDepth;
    this.below = null;
  }

  /** Older messages, which end where the line begins. */
  prepend(slice: Slice): void {
    const fresh = this.#unshown(slice.results);
    this.#ids = [...fresh, ...this.#ids];
    this.above = slice.results.length === 0 ? null : slice.nextCursorDepth;
  }

  /** Newer messages, which begin where the line ends. */
  append(slice: Slice): void {
    const fresh = this.#unshown(slice.results);
    if (fresh.length > 0) this.#ids = [...this.#ids, ...fresh];
    this.below = slice.results.length === 0 ? null : slice.nextCursorDepth;
  }

  /**
   * The newest part of the line as the server has it. What is older stays when the two meet; a reader far above is left
   * where they are, with more to come below. Returns whether the line on screen reaches the head.
   */
  merge(slice: Slice): boolean {
    const [first] = slice.results;
    if (first === undefined || this.#ids.length === 0) {
      this.replace(slice);
      return true;
    }
    const at = this.#meetingPoint(first);
    if (at === null) {
      this.#learn(slice.results);
      if (this.below !== null) return false;
      this.replace(slice);
      return true;
    }
    this.#learn(slice.results);
    const next = [...this.#ids.slice(0, at), ...slice.results.map(({ id }) => id)];
    if (next.length !== this.#ids.length || next.some((id, index) => id !== this.#ids[index]))
      this.#ids = next;
    if (at === 0) this.above = slice.nextCursorDepth;
    this.below = null;
    return true;
  }

  /** Where on the line a slice that begins with this message joins it. */
  #meetingPoint(first: Message): number | null {
    const same = this.#ids.indexOf(first.id);
    if (same >= 0) return same;
    if (first.parentId === null) return 0;
    const parent = this.#ids.indexOf(first.parentId);
    return parent < 0 ? null : parent + 1;
  }

  /**
   * A message new or changed: takes its own place, follows its parent (what followed there before leaves the screen), or
   * begins the line. False when its parent is not on screen.
   */
  place(message: Message): boolean {
    this.#nodes.set(message.id, message);
    if (this.#ids.includes(message.id)) return true;
    if (message.parentId === null) {
      this.#ids = [message.id];
      this.above = null;
      this.below = null;
      return true;
    }
    const parent = this.#ids.lastIndexOf(message.parentId);
    if (parent < 0) return false;
    this.#ids = [...this.#ids.slice(0, parent + 1), message.id];
    this.below = null;
    return true;
  }

  /** A newer version of a message, wherever it is. */
  update(message: Message): void {
    this.#nodes.set(message.id, message);
  }

  /** One message takes the place of another, e.g. the server's of the one that was shown before it answered. */
  exchange(id: string, message: Message): void {
    this.#nodes.delete(id);
    this.#nodes.set(message.id, message);
    const at = this.#ids.indexOf(id);
    if (at < 0) return;
    const rest = this.#ids.filter((each) => each !== message.id && each !== id);
    this.#ids = [...rest.slice(0, at), message.id, ...rest.slice(at)];
  }

  /** Takes a message and what follows it off the screen. */
  cut(id: string): void {
    const at = this.#ids.indexOf(id);
    if (at < 0) return;
    this.#ids = this.#ids.slice(0, at);
    this.below = null;
  }

  #unshown(messages: readonly Message[]): string[] {
    this.#learn(messages);
    const shown = new Set(this.#ids);
    return messages.filter(({ id }) => !shown.has(id)).map(({ id }) => id);
  }

  #learn(messages: readonly Message[]): void {
    for (const message of messages) this.#nodes.set(message.id, message);
  }
}
