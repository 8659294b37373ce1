import { failedConnection } from "../../../api/errors";
import type { Message } from "../types";
import { type Fault, faultOf } from "./faults";
import type { StoryPorts } from "./ports";
import type { View } from "./view";

/** Why replies of a story failed: from their turns, or from the server on request. */
export class ReplyFaults {
  readonly #ports: StoryPorts;
  readonly #view: View;
  /** By message; null for one whose turn gives no reason. */
  readonly #faults = new Map<string, Fault | null>();

  constructor(ports: StoryPorts, view: View) {
    this.#ports = ports;
    this.#view = view;
  }

  /** Why this reply failed, as far as that is known here; `undefined` until it was asked for. */
  of(messageId: string): Fault | null | undefined {
    return this.#faults.get(messageId);
  }

  /** A turn gave the reason why this reply of it failed. */
  learn(messageId: string, fault: Fault): void {
    this.#faults.set(messageId, fault);
    this.#view.show();
  }

  /** Asks the server why a reply failed that was there before this page was. */
  async ask({ id, turnId }: Pick<Message, "id" | "turnId">): Promise<void> {
    if (turnId === null || this.#faults.has(id)) return;
    this.#faults.set(id, null);
    try {
      const { error, endedOn } = await this.#ports.api.turn(turnId);
      if (error !== null) this.#faults.set(id, faultOf(error, Date.parse(endedOn ?? "") || 0));
    } catch (cause) {
      // Then only the failure is shown.
      console.warn("Why a reply failed could not be asked", failedConnection(cause).message);
    }
    this.#view.show();
  }

  /** The player goes to see to what was in the way of a reply: asking again may help now. */
  tend(messageId: string): void {
    const fault = this.#faults.get(messageId);
    if (fault === null || fault === undefined) return;
    this.#faults.set(messageId, { ...fault, tended: true });
    this.#view.show();
  }
}
