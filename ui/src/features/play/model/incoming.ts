import type { Message, Turn, TurnEvent } from "../types";
import { applyDelta } from "./delta";
import { folded } from "./notices";
import type { StoryPorts } from "./ports";
import type { Running } from "./running";
import type { Sync } from "./sync";
import type { View } from "./view";

/** The notice that nobody here is human is shown again after this long. */
const REMIND_EVERY_MS = 3 * 60 * 60 * 1_000;

type EventOf<Type extends TurnEvent["type"]> = Extract<TurnEvent, { type: Type }>;
type NoticeEvent = Omit<EventOf<"notice">, "type">;

/** What the turn under way brings, put where it belongs: messages and their text, thoughts, notices. */
export class Incoming {
  readonly #ports: StoryPorts;
  readonly #view: View;
  readonly #sync: Sync;
  /** A piece of the turn's text is missing. */
  readonly #onGap: (running: Running) => void;
  /** What the model thought aloud, by message. */
  readonly #reasoning = new Map<string, string>();
  /** When the story came on screen, with its title page, in milliseconds since 1970. */
  readonly #openedAt: number;
  /** What the turn brings is below the part of the line that is on screen. */
  #isElsewhere = false;

  constructor(ports: StoryPorts, view: View, sync: Sync, onGap: (running: Running) => void) {
    this.#ports = ports;
    this.#view = view;
    this.#sync = sync;
    this.#onGap = onGap;
    this.#openedAt = ports.now();
  }

  /** What the model thought aloud before a reply, if it shows that. */
  reasoning(messageId: string): string | undefined {
    return this.#reasoning.get(messageId);
  }

  /** Whether what the turn brought was out of sight; asked once, at its end. */
  takeElsewhere(): boolean {
    const isElsewhere = this.#isElsewhere;
    this.#isElsewhere = false;
    return isElsewhere;
  }

  /** Everything a turn has brought so far. */
  turn(running: Running, turn: Turn, whole: boolean): void {
    if (turn.userMessage !== null) this.message(running, turn.userMessage, true);
    for (const reply of turn.replies) this.message(running, reply, whole || reply.state !== "writing");
    if (turn.text !== null && turn.text.length > running.text.length) this.#write(running, turn.text);
    // For an answer that no stream was open for: help has to arrive, however it comes.
    for (const notice of turn.notices) this.notice(running, notice as NoticeEvent);
    this.#view.patchTurn({ id: turn.id, kind: turn.kind });
  }

  /** One message of the turn. Unless it is whole, a longer text that is on screen already stays. */
  message(running: Running, message: Message, whole: boolean): void {
    const { line, state } = this.#view;
    const known = line.get(message.id);
    const longer = !whole && known !== undefined && known.content.length > message.content.length;
    const next = longer ? { ...message, content: known.content } : message;
    const { pendingId } = running;
    if (pendingId !== null && message.origin === "said") {
      line.exchange(pendingId, next);
      running.pendingId = null;
    } else if (!line.place(next)) {
      // It belongs to a part of the tree that is not on screen.
      if (line.below === null) this.#sync.later();
      else this.#isElsewhere = true;
    }
    this.#view.show({ headId: next.id });
    // Somebody of the story speaks again, gently: the help shrinks, and stays at hand.
    if (message.author !== "user" && !message.aside)
      this.#view.set({ notices: folded(this.#view.state.notices) });
    // An aside is read from its first word.
    if (message.aside && known === undefined && line.has(message.id)) this.#view.aim(message.id);
    const writing = next.state === "writing" ? next.id : null;
    if (state.turn?.writing !== writing) this.#view.patchTurn({ writing });
  }

  delta(running: Running, { messageId, offset, text }: EventOf<"delta">): void {
    if (messageId === null) {
      const next = applyDelta(running.text, offset, text);
      if (next === null) this.#onGap(running);
      else this.#write(running, next);
      return;
    }
    const message = this.#view.line.get(messageId);
    const content = message === undefined ? null : applyDelta(message.content, offset, text);
    if (message === undefined || content === null) {
      this.#onGap(running);
    } else if (content !== message.content) {
      this.#view.line.update({ ...message, content });
      this.#view.tellSoon();
    }
  }

  /** What is written for the player goes to the caller that asked for it. */
  #write(running: Running, text: string): void {
    running.text = text;
    running.onText?.(text);
    this.#view.tellSoon();
  }

  /** What the model thinks aloud before a reply. */
  thought({ messageId, text }: EventOf<"reasoning">): void {
    if (messageId === null) return;
    this.#reasoning.set(messageId, (this.#reasoning.get(messageId) ?? "") + text);
    this.#view.tellSoon();
  }

  notice(running: Running, { kind, text, link, labels }: NoticeEvent): void {
    if (running.shownNotices.has(text)) return;
    running.shownNotices.add(text);
    // The story's title page shows it already: it is not shown twice in a row, only again after three hours.
    const now = this.#ports.now();
    if (kind === "ai") {
      const isOnTitlePage = this.#view.state.older === "end" && now - this.#openedAt < REMIND_EVERY_MS;
      // Where the demo plays, nobody talks to an AI.
      const isDemo = this.#view.state.chat?.notices.connect != null;
      if (isDemo || isOnTitlePage || this.#view.state.notices.some((notice) => notice.kind === "ai")) return;
    }
    // A notice that stands already is not repeated, and a new one takes the place of the one before.
    const stands = this.#view.state.notices.find((notice) => notice.kind === kind && notice.text === text);
    if (stands !== undefined && stands.isFolded !== true) return;
    this.#view.notice({ kind, text, link, labels });
  }
}
