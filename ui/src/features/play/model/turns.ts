import { type ErrorCode, type FailedRequest, failedAnswer, failedConnection } from "../../../api/errors";
import { updateMe } from "../../../api/session";
import { type Opening, worthAnotherTry } from "../stream";
import { turnEvent } from "../turn-events";
import type { Message, Turn, TurnEvent, TurnKind, TurnRequest } from "../types";
import { faultOf } from "./faults";
import { Incoming } from "./incoming";
import type { Moves } from "./moves";
import { folded, without } from "./notices";
import { isPending, notYet, pendingLine } from "./pending";
import type { StoryPorts } from "./ports";
import { ReplyFaults } from "./reply-faults";
import { type Begun, type OnText, Running, refused, unattended } from "./running";
import type { Settings } from "./settings";
import type { LiveTurn, Notice } from "./state";
import type { Sync } from "./sync";
import type { View } from "./view";

/** Tries of a message that no server has taken yet, while the network is there. */
const SEND_TRIES = 6;

interface Parts {
  sync: Sync;
  settings: Settings;
  moves: Moves;
}

const live = (id: string | null, kind: TurnKind): LiveTurn => ({
  id,
  kind,
  writing: null,
  stopping: false,
  adrift: false,
});

/** Asks for a turn, or for how it goes on once the server has given it an id. */
function openingOf({ id, request }: Running): Opening {
  if (id !== null) return { key: "GET /turns/{turnId}/events", path: { turnId: id } };
  return { key: "POST /message/create", body: request ?? {} };
}

/** The turns of a story, one at a time: asked for here or seen elsewhere, followed to their end. */
export class Turns {
  readonly #chatID: string;
  readonly #ports: StoryPorts;
  readonly #view: View;
  readonly #parts: Parts;
  readonly #incoming: Incoming;
  /** Why replies failed. */
  readonly faults: ReplyFaults;
  #running: Running | null = null;
  /** A line that was sent while somebody speaks: the server takes it if it is a cry for help, and refuses it otherwise. */
  #asking: Running | null = null;
  /** Turns that made way for such a line, until their streams have ended. */
  readonly #stopped = new Set<Running>();
  #lastId: string | null = null;

  constructor(chatID: string, ports: StoryPorts, view: View, parts: Parts) {
    this.#chatID = chatID;
    this.#ports = ports;
    this.#view = view;
    this.#parts = parts;
    this.#incoming = new Incoming(ports, view, parts.sync, (running) => void this.#mend(running));
    this.faults = new ReplyFaults(ports, view);
  }

  get isRunning(): boolean {
    return this.#running !== null || this.#asking !== null;
  }

  /** What the model thought aloud before a reply, if it shows that. */
  reasoning(messageId: string): string | undefined {
    return this.#incoming.reasoning(messageId);
  }

  /**
   * The player's line: it shows at once and is kept by the server before anybody answers. While somebody speaks it shows once the
   * server has taken it.
   */
  say(text: string, sentAs: string | null, more: Pick<TurnRequest, "presence">): Begun & { sentAs: string } {
    const { line, state } = this.#view;
    const clientMessageId = sentAs ?? this.#ports.id();
    const parent = line.below === null ? line.last : null;
    const sent = {
      key: clientMessageId,
      content: text,
      presence: more.presence ?? null,
      at: this.#ports.now(),
    };
    const request: TurnRequest = {
      chatID: this.#chatID,
      kind: "say",
      message: text,
      clientMessageId,
      ...more,
    };
    const { accepted, finished } =
      this.#running !== null && this.#asking === null
        ? this.#ask({ ...request, parentId: notYet(clientMessageId) }, this.#running)
        : this.#begin(
            { ...request, ...(parent !== null && !isPending(parent.id) && { parentId: parent.id }) },
            parent === null ? null : pendingLine(sent, parent, state.chat),
          );
    return { accepted, finished, sentAs: clientMessageId };
  }

  /** Anything else that lets the cast speak. Failures become the story's trouble, with a way to try again. */
  act(request: Omit<TurnRequest, "chatID">, onText: OnText): Begun {
    const begun = this.#begin(
      { clientMessageId: this.#ports.id(), chatID: this.#chatID, ...request },
      null,
      onText,
    );
    begun.accepted.catch((cause: unknown) => {
      // Above the composer stands what a guest can do then; it must only know.
      if (failedConnection(cause).code === "GUEST_ALLOWANCE_USED") void this.#parts.settings.refreshPrice();
      else this.#view.fail(cause, () => this.act(request, onText));
    });
    begun.finished.catch(() => undefined);
    return begun;
  }

  /** Asks the server to stop; what was written so far stays. */
  async stop(): Promise<void> {
    const running = this.#running;
    if (running === null) return;
    if (running.id === null) {
      // It has not reached the server, or nobody knows: take it back here, and look what became of it.
      running.close();
      this.#drop(running);
      running.refuse(failedConnection(new DOMException("", "AbortError")));
      this.#parts.sync.soon();
      return;
    }
    this.#view.patchTurn({ stopping: true });
    try {
      await this.#ports.api.stop(running.id);
    } catch (cause) {
      this.#view.patchTurn({ stopping: false });
      this.#view.fail(cause, () => void this.stop());
    }
  }

  /** Watches a turn that began elsewhere: another tab, another device, or this one before it was reloaded. */
  attach(id: string, kind: TurnKind): void {
    if (this.isRunning || id === this.#lastId) return;
    const running = new Running({ id, kind, request: null, onText: null });
    unattended(running);
    this.#running = running;
    this.#view.set({ turn: live(id, kind) });
    this.#follow(running);
  }

  /** The server announces a turn: one that began elsewhere is watched. Returns whether it is one of this tab's own. */
  hear(id: string): boolean {
    if (id === this.#running?.id || id === this.#lastId) return true;
    if ([...this.#stopped].some((stopped) => stopped.id === id)) return true;
    this.attach(id, "next");
    return false;
  }

  /** Lets go of the turn; the server goes on with it. */
  close(): void {
    for (const each of [this.#running, this.#asking, ...this.#stopped]) each?.close();
    this.#running = null;
    this.#asking = null;
    this.#stopped.clear();
  }

  #begin(request: TurnRequest, pending: Message | null, onText: OnText = null): Begun {
    // A line that is on its way holds its place; the cast is asked one thing at a time.
    if (this.isRunning)
      return refused(
        failedAnswer(409, {
          code: "CONFLICT" satisfies ErrorCode,
          message: "Someone is still replying. Stop the reply first.",
        }),
      );
    const kind = request.kind ?? "say";
    const running = new Running({ id: null, kind, request, onText });
    this.#running = running;
    if (pending !== null) {
      running.pendingId = pending.id;
      this.#view.line.place(pending);
    }
    this.#view.show({
      trouble: null,
      removed: null,
      branched: null,
      // Who reads on has read it; where help is stays in view until the server knows that the story goes on as it was.
      notices: this.#readOn(request),
      turn: live(null, kind),
      ...(pending !== null && { target: { messageId: pending.id, stamp: this.#view.stamp() } }),
    });
    this.#follow(running);
    return running;
  }

  /** Sends a line while somebody speaks. Nothing changes here until the server has taken it. */
  #ask(request: TurnRequest, speaking: Running): Begun {
    const asking = new Running({ id: null, kind: "say", request, onText: null });
    this.#asking = asking;
    const send = () => {
      if (this.#asking === asking) this.#follow(asking);
    };
    // The server gets them in this order.
    if (speaking.id === null) speaking.accepted.then(send, send);
    else send();
    return asking;
  }

  /** The line that was sent meanwhile is taken: the server stops the speaker. */
  #takeOver(asking: Running): void {
    if (this.#running !== null) this.#stopped.add(this.#running);
    this.#running = asking;
    this.#asking = null;
    this.#view.show({ trouble: null, removed: null, branched: null, turn: live(null, asking.kind) });
  }

  /** A turn that made way: what it has written stays, as the server has it. */
  #onStopped(running: Running, event: TurnEvent): void {
    if (event.type === "delta" && event.messageId === null) this.#incoming.delta(running, event);
    const messages =
      event.type === "message" || event.type === "done"
        ? [event.message]
        : event.type === "end"
          ? event.turn.replies
          : [];
    for (const message of messages) if (this.#view.line.has(message.id)) this.#view.line.update(message);
    if (messages.length > 0) this.#view.show();
    if (event.type !== "end") return;
    this.#stopped.delete(running);
    running.finish(event.turn);
  }

  /** What is left to be said once the player asks for more. */
  #readOn({ goOn }: TurnRequest): readonly Notice[] {
    const left = without(this.#view.state.notices, "ai");
    return goOn === true ? folded(left) : left;
  }

  // ---- the stream of a turn ----

  #follow(running: Running): void {
    running.close = this.#ports.follow({
      open: () => openingOf(running),
      onEvent: (frame) => {
        const event = turnEvent(frame);
        if (event === null) return "more";
        if (this.#asking === running) this.#takeOver(running);
        if (this.#stopped.has(running)) this.#onStopped(running, event);
        if (this.#running === running) this.#onEvent(running, event);
        return event.type === "end" ? "end" : "more";
      },
      onLink: (link) => {
        if (this.#running === running) this.#view.patchTurn({ adrift: link === "waiting" });
      },
      onNothing: () => this.#lose(running, failedAnswer(410, null)),
      onRefused: (failure, tries) => this.#onRefused(running, failure, tries),
    });
  }

  #onRefused(running: Running, failure: FailedRequest, tries: number): "again" | "leave" {
    if (this.#stopped.has(running) && worthAnotherTry(failure)) return "again";
    if (this.#running !== running && this.#asking !== running) {
      this.#stopped.delete(running);
      running.lose(failure);
      return "leave";
    }
    if (running.id === null) {
      // Nobody knows whether it arrived; under the same id it counts once, so it may be sent again.
      const silent = failure.status === 0 || failure.status === 502 || failure.status === 504;
      const waits = this.#running === running && !navigator.onLine;
      if (silent && (tries < SEND_TRIES || waits)) return "again";
      this.#drop(running);
      running.refuse(failure);
      // The story is another one from here on: what stands in the place of the field shows it.
      if (failure.code === "STORY_CLOSED" || failure.code === "DEMO_ENDED") this.#parts.sync.soon();
      return "leave";
    }
    if (worthAnotherTry(failure)) return "again";
    this.#lose(running, failure);
    return "leave";
  }

  /** A turn that cannot be followed to its end: what became of it is seen in the story itself. */
  #lose(running: Running, failure: FailedRequest): void {
    this.#stopped.delete(running);
    if (this.#running === running || this.#asking === running) {
      this.#drop(running);
      this.#parts.sync.soon();
    }
    running.lose(failure);
  }

  /** Removes what a turn that will not happen has put on screen. */
  #drop(running: Running): void {
    if (this.#asking === running) {
      this.#asking = null;
      this.#parts.sync.settle();
      return;
    }
    this.#running = null;
    if (running.pendingId !== null) this.#view.line.cut(running.pendingId);
    this.#view.show({ turn: null });
    this.#parts.sync.settle();
  }

  #onEvent(running: Running, event: TurnEvent): void {
    switch (event.type) {
      case "turn":
      case "snapshot":
        running.id = event.turn.id;
        running.kind = event.turn.kind;
        this.#lastId = event.turn.id;
        // By the player's own word; a cry for help in the same breath is answered below.
        if (running.request?.goOn === true && running.shownNotices.size === 0)
          this.#view.set({ notices: without(this.#view.state.notices, "crisis") });
        this.#incoming.turn(running, event.turn, event.type === "snapshot");
        running.accept();
        break;
      case "message":
        this.#incoming.message(running, event.message, false);
        break;
      case "done":
        this.#incoming.message(running, event.message, true);
        break;
      case "delta":
        this.#incoming.delta(running, event);
        break;
      case "reasoning":
        this.#incoming.thought(event);
        break;
      case "notice":
        this.#incoming.notice(running, event);
        break;
      case "error":
        running.error = event;
        break;
      case "end":
        this.#onEnd(running, event);
        break;
    }
  }

  /** A piece is missing: the server is asked for all that was written so far. */
  async #mend(running: Running): Promise<void> {
    if (running.id === null) return;
    try {
      const turn = await this.#ports.api.turn(running.id);
      if (this.#running === running) this.#incoming.turn(running, turn, turn.state !== "running");
    } catch (cause) {
      // The stream goes on, and its end brings the whole text.
      console.warn("A missing piece of the reply could not be fetched", failedConnection(cause).message);
    }
  }

  #onEnd(running: Running, { turn, balance }: Extract<TurnEvent, { type: "end" }>): void {
    const { sync, settings, moves } = this.#parts;
    this.#incoming.turn(running, turn, true);
    this.#running = null;
    this.#lastId = turn.id;
    this.#view.set({ turn: null });
    void settings.refreshPrice();
    if (balance !== null) updateMe((me) => ({ ...me, shekels: balance }));
    this.#tellFailure(running, turn);
    // Whether a story goes on gently only the server knows: the player may have asked for it in their own words.
    const isGentle = this.#view.state.notices.some(({ kind }) => kind === "crisis");
    if (running.pendingId !== null || isGentle || this.#stopped.size > 0) sync.soon();
    else sync.settle();
    // Asked for from far above: what came is at the end.
    if (this.#incoming.takeElsewhere() && running.request !== null) void moves.toHead();
    running.finish(turn);
  }

  /** Why a turn failed stands beside the reply that failed; where there is none, above the composer. */
  #tellFailure(running: Running, turn: Turn): void {
    const error = turn.error ?? running.error;
    if (error === null) return;
    const fault = faultOf(error, this.#ports.now());
    const broken = turn.replies.findLast(
      ({ state }) => state === "failed" || state === "interrupted" || state === "stopped",
    );
    if (broken !== undefined) {
      this.faults.learn(broken.id, fault);
    } else if (turn.state === "failed") {
      const again = turn.userMessage === null ? null : () => this.act({ kind: "retry" }, null);
      const trouble = this.#view.troubleOf(failedAnswer(502, error), again);
      this.#view.set({ trouble: { ...trouble, shorten: fault.shorten } });
    }
  }
}
