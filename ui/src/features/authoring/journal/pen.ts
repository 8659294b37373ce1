import { randomId } from "../../../lib/random-id";
import type { History, Step } from "../model/history";
import type { Draft } from "../types";
import type { Journal } from "./database";
import type { JournalRecord } from "./record";

/** Writes one window's record. Steps and the server's draft are written only when they changed. */
export class JournalPen {
  readonly #journal: Journal;
  readonly #key = randomId();
  readonly #owner: string;
  #base: Draft | null = null;
  #steps = new Map<number, Step>();
  #failed = false;
  #replaced: readonly string[];

  /** `replaced`: the keys of the records whose contents go into this one; they are removed once it stands. */
  constructor(journal: Journal, owner: string, replaced: readonly string[] = []) {
    this.#journal = journal;
    this.#owner = owner;
    this.#replaced = replaced;
  }

  get key(): string {
    return this.#key;
  }

  /** Whether this browser could not keep the latest change. */
  get failed(): boolean {
    return this.#failed;
  }

  /**
   * Keeps the draft as it is now. Never rejects: a full storage costs the draft its safety, not the text on
   * screen.
   */
  async write(record: Omit<JournalRecord, "key" | "owner">): Promise<void> {
    const steps = stepsOf(record.history);
    const newSteps = [...steps.values()].filter((step) => this.#steps.get(step.serial) !== step);
    const goneSteps = [...this.#steps.keys()].filter((serial) => !steps.has(serial));
    const hasNewBase = this.#base !== record.base;
    this.#base = record.base;
    this.#steps = steps;
    try {
      const kept = { ...record, key: this.#key, owner: this.#owner };
      await this.#journal.write({ record: kept, hasNewBase, newSteps, goneSteps, replaced: this.#replaced });
      this.#replaced = [];
      this.#failed = false;
    } catch (cause) {
      // Whatever it was, all of it is written again with the next change.
      this.#base = null;
      this.#steps = new Map();
      this.#failed = true;
      console.warn("The changes could not be kept in this browser", cause);
    }
  }

  /** Removes the record, and those it was to replace. Never rejects. */
  async discard(): Promise<void> {
    try {
      await Promise.all([this.#key, ...this.#replaced].map((key) => this.#journal.remove(key)));
    } catch (cause) {
      console.warn("What was kept in this browser could not be removed", cause);
    }
  }
}

function stepsOf({ undo, redo }: History): Map<number, Step> {
  return new Map([...undo, ...redo].map((step) => [step.serial, step]));
}
