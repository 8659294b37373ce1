import type { EditMode, Message, MessageChange } from "../types";
import type { Moves } from "./moves";
import type { StoryPorts } from "./ports";
import type { Sync } from "./sync";
import type { View } from "./view";

/** The version before a message, or else the one after it; null where it is the only one. */
export function neighbourOf(message: Pick<Message, "siblings"> | undefined): string | null {
  if (message === undefined) return null;
  const { index, ids } = message.siblings;
  return ids[index - 1] ?? ids[index + 1] ?? null;
}

/** Changing messages that are there: their words, who knows of them, and whether they are there at all. */
export class Edits {
  readonly #ports: StoryPorts;
  readonly #view: View;
  readonly #sync: Sync;
  readonly #moves: Moves;

  constructor(ports: StoryPorts, view: View, sync: Sync, moves: Moves) {
    this.#ports = ports;
    this.#view = view;
    this.#sync = sync;
    this.#moves = moves;
  }

  /** Rejects with a `FailedRequest`; a 409 carries the message as it is now in `current`. */
  async edit(messageId: string, content: string, mode: EditMode, version: number): Promise<Message> {
    const own = this.#view.line.get(messageId);
    const message = await this.#change(messageId, { content, mode, version });
    // Nobody has answered what the player now says; a notice explains how to get an answer.
    if (mode === "branch" && (own?.author === "user" || own?.origin === "said"))
      this.#view.set({ branched: message.id, removed: null });
    return message;
  }

  /** The message as it is now, from a conflict that an edit ran into. */
  takeCurrent(message: Message): void {
    this.#view.line.update(message);
    this.#view.show();
  }

  async setHidden(messageId: string, hidden: boolean): Promise<void> {
    await this.#change(messageId, { hidden }).catch((cause: unknown) =>
      this.#view.fail(cause, () => void this.setHidden(messageId, hidden)),
    );
  }

  /** Who witnessed a message; null: everybody. */
  async setPresence(messageId: string, presence: string[] | null): Promise<void> {
    await this.#change(messageId, { presence }).catch((cause: unknown) =>
      this.#view.fail(cause, () => void this.setPresence(messageId, presence)),
    );
  }

  /** Deletes a message and what follows it. Of several versions the one beside it takes its place. */
  async remove(messageId: string): Promise<void> {
    const { line } = this.#view;
    const neighbour = neighbourOf(line.get(messageId));
    try {
      const answer = await this.#ports.api.deleteMessage(messageId);
      this.#view.reached(answer.version);
      line.cut(messageId);
      this.#view.show({
        headId: answer.headId,
        removed: { messageId, count: answer.deleted },
        branched: null,
      });
      if (neighbour !== null) await this.#moves.switchTo(neighbour);
      else if (line.ids.length === 0) this.#sync.soon();
    } catch (cause) {
      this.#view.fail(cause, () => void this.remove(messageId));
    }
  }

  async restore(messageId: string): Promise<void> {
    try {
      await this.#ports.api.restoreMessage(messageId);
      this.#view.set({ removed: null });
      await this.#sync.now();
      await this.#moves.goTo(messageId);
    } catch (cause) {
      this.#view.fail(cause, () => void this.restore(messageId));
    }
  }

  async #change(messageId: string, change: MessageChange): Promise<Message> {
    const answer = await this.#ports.api.changeMessage(messageId, change);
    this.#view.reached(answer.version);
    // A branch follows the same parent; a replacement keeps its place.
    this.#view.line.place(answer.message);
    this.#view.show({ headId: answer.headId });
    // Who writes a cry for help into a line is shown the helplines, though nobody was asked to reply.
    for (const { text, link, labels } of answer.notices)
      this.#view.notice({ kind: "crisis", text, link, labels });
    // The story goes on gently from here on.
    if (answer.notices.length > 0) this.#sync.soon();
    return answer.message;
  }
}
