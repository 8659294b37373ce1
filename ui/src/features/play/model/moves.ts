import { SLICE } from "../api";
import type { StoryPorts } from "./ports";
import type { Sync } from "./sync";
import type { View } from "./view";

/** Messages on either side of one that was jumped to. */
const AROUND = 30;

/** Moving through a story: along the line on screen, to its ends, and to other branches of the tree. */
export class Moves {
  readonly #chatID: string;
  readonly #ports: StoryPorts;
  readonly #view: View;
  readonly #sync: Sync;

  constructor(chatID: string, ports: StoryPorts, view: View, sync: Sync) {
    this.#chatID = chatID;
    this.#ports = ports;
    this.#view = view;
    this.#sync = sync;
  }

  async loadOlder(): Promise<void> {
    const { line, state } = this.#view;
    const [first] = line.ids;
    if (first === undefined || line.above === null || state.older === "busy") return;
    this.#view.set({ older: "busy" });
    try {
      const slice = await this.#ports.api.up(this.#chatID, first, { cursorDepth: line.above });
      if (line.ids[0] === first) line.prepend(slice);
      this.#view.show({ older: line.above === null ? "end" : "idle" });
    } catch {
      this.#view.set({ older: "failed" });
    }
  }

  async loadNewer(): Promise<void> {
    const { line, state } = this.#view;
    const last = line.lastId;
    if (last === null || line.below === null || state.newer === "busy") return;
    this.#view.set({ newer: "busy" });
    try {
      const slice = await this.#ports.api.down(this.#chatID, last, { cursorDepth: line.below });
      if (line.lastId === last) line.append(slice);
      this.#view.show({ newer: line.below === null ? "end" : "idle" });
    } catch {
      this.#view.set({ newer: "failed" });
    }
  }

  /** Back to the newest message, wherever the reader is. */
  async toHead(): Promise<void> {
    const { line } = this.#view;
    try {
      if (line.below !== null) {
        line.replace(await this.#ports.api.up(this.#chatID, "head", { limit: SLICE }));
        this.#view.show();
      }
      if (line.lastId !== null) this.#view.aim(line.lastId);
    } catch (cause) {
      this.#view.fail(cause, () => void this.toHead());
    }
  }

  /** To the first message of the story. */
  async toRoot(): Promise<void> {
    const { line } = this.#view;
    try {
      if (line.above !== null) {
        const slice = await this.#ports.api.down(this.#chatID, "root", { limit: SLICE });
        line.replace({ ...slice, nextCursorDepth: null });
        line.below = slice.nextCursorDepth;
        this.#view.show();
      }
      const [first] = line.ids;
      if (first !== undefined) this.#view.aim(first);
    } catch (cause) {
      this.#view.fail(cause, () => void this.toRoot());
    }
  }

  /** Shows a message wherever it is in the tree. Rejects with a `FailedRequest`, and the reader is still where they were. */
  async goTo(messageId: string): Promise<void> {
    const { line } = this.#view;
    if (line.has(messageId)) {
      this.#view.aim(messageId);
      return;
    }
    const moved = await this.#ports.api.changeMessage(messageId, { newNodeId: messageId });
    this.#view.reached(moved.version);
    const [up, down] = await Promise.all([
      this.#ports.api.up(this.#chatID, messageId, { limit: AROUND }),
      this.#ports.api.down(this.#chatID, messageId, { limit: AROUND }),
    ]);
    line.replace(up);
    line.append(down);
    this.#view.show({ headId: moved.headId });
    this.#view.aim(messageId);
  }

  /** Another of the siblings of a message on screen takes its place, with what followed it. */
  async switchTo(siblingId: string): Promise<void> {
    const { line } = this.#view;
    const seen = line.get(siblingId);
    if (seen !== undefined) {
      line.place(seen);
      this.#view.show();
    }
    try {
      const moved = await this.#ports.api.changeMessage(siblingId, { newNodeId: siblingId });
      this.#view.reached(moved.version);
      const sibling = moved.message.id === siblingId ? moved.message : seen;
      if (sibling !== undefined) line.place(sibling);
      if (moved.headId !== siblingId) line.append(await this.#ports.api.down(this.#chatID, siblingId));
      this.#view.show({ headId: moved.headId });
      if (sibling === undefined) this.#sync.soon();
    } catch (cause) {
      this.#view.fail(cause, () => void this.switchTo(siblingId));
      this.#sync.soon();
    }
  }
}
