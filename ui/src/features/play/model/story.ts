import { type FailedRequest, failedAnswer, failedConnection } from "../../../api/errors";
import { updateMe } from "../../../api/session";
import { Optimistic } from "../../../lib/optimistic";
import { type Calls, calls, SLICE } from "../calls";
import type { OpenPanel } from "../contracts";
import { type Following, follow, worthAnotherTry } from "../stream";
import { storyChanged, turnEvent } from "../turn-events";
import type {
  ChatSession,
  EditMode,
  Message,
  MessageChange,
  SessionChange,
  StoryChanged,
  Turn,
  TurnEvent,
  TurnKind,
  TurnRequest,
} from "../wire";
import { applyDelta } from "./delta";
import { Frame } from "./frame";
import { Line } from "./line";

/** A session without what has its own place here. */
export type Chat = Omit<ChatSession, "messages" | "runningTurn">;

export type Edge = "idle" | "busy" | "failed" | "end";

/** A turn that is under way, here or on another device. */
export interface LiveTurn {
  /** null until the server has taken it. */
  id: string | null;
  kind: TurnKind;
  /** The reply that is being written now. */
  writing: string | null;
  stopping: boolean;
  /** The connection is lost: the server writes on, and what it wrote comes later. */
  adrift: boolean;
}

/** Something that was asked for and did not happen. */
export interface Trouble {
  /** The server's word for it; null when there was no answer. */
  code: string | null;
  status: number;
  message: string;
  /** When asking again makes sense, in milliseconds since 1970. */
  retryAt: number | null;
  /** Asks for the same again; null when that is not how it is put right. */
  again: (() => void) | null;
}

export interface Notice {
  key: string;
  kind: "ai" | "crisis";
  text: string;
  link: string | null;
}

export interface Removed {
  messageId: string;
  count: number;
}

export interface PlayState {
  phase: "loading" | "ready" | "missing" | "failed";
  /** Why the story is not here, in the phases `missing` and `failed`. */
  failure: FailedRequest | null;
  chat: Chat | null;
  /** The messages on screen, oldest first; `Story.message` has them. */
  ids: readonly string[];
  headId: string | null;
  older: Edge;
  newer: Edge;
  turn: LiveTurn | null;
  trouble: Trouble | null;
  removed: Removed | null;
  notices: readonly Notice[];
  panel: OpenPanel | null;
  /** A message the transcript is asked to show; the stamp tells two requests for the same one apart. */
  target: { messageId: string; stamp: number } | null;
}

const NOTHING: PlayState = {
  phase: "loading",
  failure: null,
  chat: null,
  ids: [],
  headId: null,
  older: "end",
  newer: "end",
  turn: null,
  trouble: null,
  removed: null,
  notices: [],
  panel: null,
  target: null,
};

/** What a story needs from the world; tests bring their own. */
export interface StoryPorts {
  calls: Calls;
  follow: (following: Following) => () => void;
  id(): string;
  now(): number;
}

const browser: StoryPorts = {
  calls,
  follow,
  // Plain HTTP on another machine has no `randomUUID`.
  id: () =>
    Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join(
      "",
    ),
  now: () => Date.now(),
};

/** Tries of a message that no server has taken yet, while the network is there. */
const SEND_TRIES = 6;
/** Changes made elsewhere come in bursts. */
const SYNC_MS = 250;
/** A tab that nobody looks at lets go of its connection soon: without HTTP/2 a browser has six of them for all tabs. */
const HIDDEN_MS = 10_000;
/** Messages on either side of one that was jumped to. */
const AROUND = 30;

const LOCAL = "local-";

/** A message that the server has not answered for yet. */
export const isPending = (id: string): boolean => id.startsWith(LOCAL);

interface Running {
  id: string | null;
  kind: TurnKind;
  request: TurnRequest | null;
  /** Stands in for the player's line until the server has stored it. */
  pendingId: string | null;
  text: string;
  onText: ((text: string) => void) | null;
  accept: () => void;
  refuse: (failure: FailedRequest) => void;
  finish: (turn: Turn) => void;
  fail: (failure: FailedRequest) => void;
  error: { code: string; message: string; retryAfter?: number } | null;
  close: () => void;
}

export interface Begun {
  /** The server has taken it; rejects with a `FailedRequest` when it did not. */
  accepted: Promise<void>;
  /** It has ended, one way or another; rejects when its end was never heard of. */
  finished: Promise<Turn>;
}

/**
 * One story as this tab knows it: the messages on screen, the turn under way, what is open beside it. It holds what the
 * server said, follows the server's streams, and tells its listeners, at most once a frame while text is coming.
 */
export class Story {
  readonly chatID: string;
  readonly #ports: StoryPorts;
  readonly #line = new Line();
  readonly #listeners = new Set<() => void>();
  readonly #frame = new Frame(() => this.#tell());
  readonly #reasoning = new Map<string, string>();
  #state: PlayState = NOTHING;
  #messages: readonly Message[] | null = null;
  #running: Running | null = null;
  #lastTurnId: string | null = null;
  #settings: Optimistic<Chat> | null = null;
  #stopSync: (() => void) | null = null;
  #syncTimer: ReturnType<typeof setTimeout> | undefined;
  #hiddenTimer: ReturnType<typeof setTimeout> | undefined;
  #behind = false;
  /** What the turn brings is below the part of the line that is on screen. */
  #elsewhere = false;
  #version = 0;
  /** The newest version that the server has told of. */
  #wanted = 0;
  #stamp = 0;
  #open = false;

  constructor(chatID: string, ports: StoryPorts = browser) {
    this.chatID = chatID;
    this.#ports = ports;
  }

  // ---- reading ----

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** A new object whenever one of its fields changes; the text of messages is not among them. */
  get state(): PlayState {
    return this.#state;
  }

  /** A new object whenever the message changes. */
  message(id: string): Message | undefined {
    return this.#line.get(id);
  }

  /** The messages on screen; a new array whenever one of them changes. */
  get messages(): readonly Message[] {
    this.#messages ??= this.#line.ids.flatMap((id) => this.#line.get(id) ?? []);
    return this.#messages;
  }

  /** What the model thought aloud before a reply, if it shows that. */
  reasoning(id: string): string | undefined {
    return this.#reasoning.get(id);
  }

  #tell(): void {
    this.#messages = null;
    for (const listener of this.#listeners) listener();
  }

  #set(change: Partial<PlayState>): void {
    this.#state = { ...this.#state, ...change };
    this.#frame.cancel();
    this.#tell();
  }

  /** Brings the state in step with the line. */
  #show(change: Partial<PlayState> = {}): void {
    const { ids, above, below } = this.#line;
    const { older, newer } = this.#state;
    this.#set({
      ids,
      older: above === null ? "end" : older === "end" ? "idle" : older,
      newer: below === null ? "end" : newer === "end" ? "idle" : newer,
      ...change,
    });
  }

  // ---- opening and closing ----

  /** Loads the story and follows it from now on. `at`: the message to show first. */
  open(at: string | null = null): void {
    this.#open = true;
    document.addEventListener("visibilitychange", this.#onVisibility);
    void this.#load(at);
  }

  close(): void {
    this.#open = false;
    document.removeEventListener("visibilitychange", this.#onVisibility);
    clearTimeout(this.#syncTimer);
    clearTimeout(this.#hiddenTimer);
    this.#stopSync?.();
    this.#stopSync = null;
    this.#running?.close();
    this.#running = null;
    this.#frame.cancel();
    this.#state = { ...this.#state, turn: null };
  }

  /** Tries again after the story could not be loaded. */
  readonly reload = (): void => {
    this.#set({ phase: "loading", failure: null });
    void this.#load(null);
  };

  async #load(at: string | null): Promise<void> {
    try {
      const session = await this.#ports.calls.session(this.chatID);
      if (!this.#open) return;
      this.#adopt(session);
      this.#show({ phase: "ready", headId: session.messages.headId });
      this.#listen();
    } catch (cause) {
      if (!this.#open) return;
      const failure = failedConnection(cause);
      const missing = failure.status === 404 || failure.status === 410;
      this.#set({ phase: missing ? "missing" : "failed", failure });
      return;
    }
    if (at !== null) await this.goTo(at).catch((cause: unknown) => this.#trouble(cause, null));
  }

  /** Takes over what the server says of the whole story. */
  #adopt(session: ChatSession): void {
    const { messages, runningTurn, ...chat } = session;
    this.#version = Math.max(this.#version, session.version);
    if (this.#settings === null) this.#settings = new Optimistic(chat, (next) => this.#set({ chat: next }));
    this.#settings.confirm(chat);
    this.#line.merge(messages);
    this.#show({ headId: messages.headId });
    if (runningTurn !== null) this.#attach(runningTurn.id, runningTurn.kind);
  }

  // ---- what happens elsewhere ----

  #listen(): void {
    if (this.#stopSync !== null) return;
    let opened = 0;
    this.#stopSync = this.#ports.follow({
      open: () => ({ uri: `/stories/${encodeURIComponent(this.chatID)}/events` }),
      onEvent: (event) => {
        const changed = storyChanged(event);
        if (changed !== null) this.#onChanged(changed);
        return "more";
      },
      onLink: (link) => {
        if (link !== "open") return;
        opened += 1;
        // What happened while nobody listened is not told again.
        if (opened > 1) this.#syncSoon();
      },
      onRefused: (failure) => (worthAnotherTry(failure) ? "again" : "leave"),
    });
  }

  readonly #onVisibility = (): void => {
    clearTimeout(this.#hiddenTimer);
    if (document.hidden) {
      this.#hiddenTimer = setTimeout(() => {
        this.#stopSync?.();
        this.#stopSync = null;
      }, HIDDEN_MS);
    } else if (this.#stopSync === null && this.#state.phase === "ready") {
      this.#listen();
      this.#syncSoon();
    }
  };

  #onChanged({ version, turnId }: StoryChanged): void {
    const ours = turnId !== null && (turnId === this.#running?.id || turnId === this.#lastTurnId);
    if (turnId !== null && !ours && this.#running === null) this.#attach(turnId, "next");
    if (version <= this.#version) return;
    if (ours) this.#version = version;
    else this.#syncSoon(version);
  }

  /** Catches up in a moment, unless an answer of our own has brought that version by then. */
  #syncSoon(version = Number.POSITIVE_INFINITY): void {
    clearTimeout(this.#syncTimer);
    this.#wanted = Math.max(this.#wanted, version);
    this.#syncTimer = setTimeout(() => {
      const known = this.#wanted <= this.#version;
      this.#wanted = 0;
      if (!known) void this.#sync();
    }, SYNC_MS);
  }

  /** Brings the screen in step with the server; while a turn runs here, as soon as it has ended. */
  async #sync(): Promise<void> {
    if (!this.#open) return;
    if (this.#running !== null) {
      this.#behind = true;
      return;
    }
    this.#behind = false;
    try {
      const session = await this.#ports.calls.session(this.chatID);
      if (!this.#open) return;
      if (this.#running !== null) this.#behind = true;
      else this.#adopt(session);
    } catch (cause) {
      const failure = failedConnection(cause);
      if (failure.status === 404 || failure.status === 410) this.#set({ phase: "missing", failure });
      else if (worthAnotherTry(failure)) this.#behind = true;
    }
  }

  // ---- turns ----

  /** The player's line: it shows at once and is kept by the server before anybody answers. */
  say(
    text: string,
    sentAs: string | null,
    more: Pick<TurnRequest, "presence"> = {},
  ): Begun & { sentAs: string } {
    const clientMessageId = sentAs ?? this.#ports.id();
    const parent = this.#line.below === null ? this.#line.last : null;
    const pending = parent === null ? null : this.#pendingLine(clientMessageId, parent, text, more.presence);
    const begun = this.#begin(
      {
        chatID: this.chatID,
        kind: "say",
        message: text,
        clientMessageId,
        ...(parent !== null && !isPending(parent.id) && { parentId: parent.id }),
        ...more,
      },
      pending,
    );
    return { ...begun, sentAs: clientMessageId };
  }

  /** Anything else that lets the cast speak. Failures become the story's trouble, with a way to try again. */
  act(request: Omit<TurnRequest, "chatID">, onText: ((text: string) => void) | null = null): Begun {
    const begun = this.#begin(
      { clientMessageId: this.#ports.id(), chatID: this.chatID, ...request },
      null,
      onText,
    );
    begun.accepted.catch((cause: unknown) => this.#trouble(cause, () => this.act(request, onText)));
    begun.finished.catch(() => undefined);
    return begun;
  }

  #pendingLine(key: string, parent: Message, content: string, presence: TurnRequest["presence"]): Message {
    const { chat } = this.#state;
    const puppet = chat?.controlMode === "puppeteer" ? chat.puppetID : null;
    const character = chat?.characters.find(({ id, isUser }) => (puppet === null ? isUser : id === puppet));
    const steering = chat?.controlMode === "steer";
    return {
      id: LOCAL + key,
      storyId: parent.storyId,
      parentId: parent.id,
      author: steering ? "narrator" : puppet === null ? "user" : "actor",
      authorId: puppet,
      name: steering ? "Narrator" : (character?.name ?? "You"),
      avatar: steering ? null : (character?.avatar ?? null),
      content,
      state: "complete",
      presence: presence ?? null,
      hidden: false,
      origin: "said",
      model: null,
      tokens: null,
      price: 0,
      turnId: null,
      version: 0,
      depth: parent.depth + 1,
      createdOn: new Date(this.#ports.now()).toISOString(),
      editedOn: null,
      deletedOn: null,
      siblings: { index: 0, count: 1, ids: [LOCAL + key] },
      childCount: 0,
    };
  }

  #begin(
    request: TurnRequest,
    pending: Message | null,
    onText: ((text: string) => void) | null = null,
  ): Begun {
    const before = this.#running;
    // A line that is on its way holds its place; the cast is asked one thing at a time.
    if (before !== null) {
      const busy = failedAnswer(409, {
        code: "TURN_RUNNING",
        message: "Somebody is still speaking. Stop them first.",
      });
      return { accepted: Promise.reject(busy), finished: Promise.reject(busy) };
    }
    const { running, begun } = this.#newRunning(request.kind ?? "say", request, onText);
    if (pending !== null) {
      running.pendingId = pending.id;
      this.#line.place(pending);
      this.#stamp += 1;
    }
    this.#show({
      trouble: null,
      removed: null,
      // Who reads on has read it; a hand that is offered stays until it is put aside.
      notices: this.#state.notices.filter(({ kind }) => kind !== "ai"),
      turn: { id: null, kind: running.kind, writing: null, stopping: false, adrift: false },
      ...(pending !== null && { target: { messageId: pending.id, stamp: this.#stamp } }),
    });
    this.#followTurn(running);
    return begun;
  }

  /** Watches a turn that began elsewhere: another tab, another device, or this one before it was reloaded. */
  #attach(turnId: string, kind: TurnKind): void {
    if (this.#running !== null || turnId === this.#lastTurnId) return;
    const { running, begun } = this.#newRunning(kind, null, null);
    running.id = turnId;
    begun.accepted.catch(() => undefined);
    begun.finished.catch(() => undefined);
    this.#set({ turn: { id: turnId, kind, writing: null, stopping: false, adrift: false } });
    this.#followTurn(running);
  }

  #newRunning(kind: TurnKind, request: TurnRequest | null, onText: ((text: string) => void) | null) {
    let accept: () => void = () => undefined;
    let refuse: (failure: FailedRequest) => void = () => undefined;
    const accepted = new Promise<void>((resolve, reject) => {
      accept = resolve;
      refuse = reject;
    });
    let finish: (turn: Turn) => void = () => undefined;
    let fail: (failure: FailedRequest) => void = () => undefined;
    const finished = new Promise<Turn>((resolve, reject) => {
      finish = resolve;
      fail = reject;
    });
    const running: Running = {
      id: null,
      kind,
      request,
      pendingId: null,
      text: "",
      onText,
      accept,
      refuse,
      finish,
      fail,
      error: null,
      close: () => undefined,
    };
    this.#running = running;
    return { running, begun: { accepted, finished } };
  }

  #followTurn(running: Running): void {
    running.close = this.#ports.follow({
      open: () =>
        running.id === null
          ? { uri: "/message/create", options: { method: "POST", body: running.request } }
          : { uri: `/turns/${encodeURIComponent(running.id)}/events` },
      onEvent: (frame) => {
        const event = turnEvent(frame);
        if (event === null || this.#running !== running) return "more";
        this.#onTurnEvent(running, event);
        return event.type === "end" ? "end" : "more";
      },
      onLink: (link) => this.#patchTurn({ adrift: link === "waiting" }),
      onNothing: () => this.#lose(running, failedAnswer(410, null)),
      onRefused: (failure, tries) => this.#onRefused(running, failure, tries),
    });
  }

  #onRefused(running: Running, failure: FailedRequest, tries: number): "again" | "leave" {
    if (this.#running !== running) return "leave";
    if (running.id === null) {
      // Nobody knows whether it arrived; under the same id it counts once, so it may be sent again.
      const silent = failure.status === 0 || failure.status === 502 || failure.status === 504;
      if (silent && (tries < SEND_TRIES || !navigator.onLine)) return "again";
      this.#drop(running);
      running.refuse(failure);
      running.fail(failure);
      return "leave";
    }
    if (worthAnotherTry(failure)) return "again";
    this.#lose(running, failure);
    return "leave";
  }

  /** A turn that cannot be followed to its end: what became of it is seen in the story itself. */
  #lose(running: Running, failure: FailedRequest): void {
    if (this.#running !== running) return;
    this.#drop(running);
    running.accept();
    running.fail(failure);
    this.#syncSoon();
  }

  /** Takes back what a turn that will not happen has put on screen. */
  #drop(running: Running): void {
    this.#running = null;
    if (running.pendingId !== null) this.#line.cut(running.pendingId);
    this.#show({ turn: null });
    if (this.#behind) this.#syncSoon();
  }

  #patchTurn(change: Partial<LiveTurn>): void {
    const { turn } = this.#state;
    if (turn !== null) this.#set({ turn: { ...turn, ...change } });
  }

  #onTurnEvent(running: Running, event: TurnEvent): void {
    switch (event.type) {
      case "turn":
      case "snapshot":
        running.id = event.turn.id;
        running.kind = event.turn.kind;
        this.#lastTurnId = event.turn.id;
        this.#takeTurn(running, event.turn, event.type === "snapshot");
        running.accept();
        break;
      case "message":
        this.#take(running, event.message, false);
        break;
      case "done":
        this.#take(running, event.message, true);
        break;
      case "delta":
        this.#onDelta(running, event.messageId, event.offset, event.text);
        break;
      case "reasoning":
        if (event.messageId !== null) {
          this.#reasoning.set(event.messageId, (this.#reasoning.get(event.messageId) ?? "") + event.text);
          this.#frame.ask();
        }
        break;
      case "notice":
        this.#notice(event);
        break;
      case "error":
        running.error = event;
        break;
      case "end":
        this.#onEnd(running, event.turn, event.balance);
        break;
    }
  }

  /** Everything a turn has brought so far. */
  #takeTurn(running: Running, turn: Turn, whole: boolean): void {
    if (turn.userMessage !== null) this.#take(running, turn.userMessage, true);
    for (const reply of turn.replies) this.#take(running, reply, whole || reply.state !== "writing");
    if (turn.text !== null && turn.text.length > running.text.length) this.#text(running, turn.text);
    this.#patchTurn({ id: turn.id, kind: turn.kind });
  }

  /** One message of the turn. Unless it is whole, a longer text that is on screen already stays. */
  #take(running: Running, message: Message, whole: boolean): void {
    const known = this.#line.get(message.id);
    const longer = !whole && known !== undefined && known.content.length > message.content.length;
    const next = longer ? { ...message, content: known.content } : message;
    const { pendingId } = running;
    if (pendingId !== null && message.origin === "said") {
      this.#line.exchange(pendingId, next);
      running.pendingId = null;
    } else if (!this.#line.place(next)) {
      // It belongs to a part of the tree that is not on screen.
      if (this.#line.below === null) this.#behind = true;
      else this.#elsewhere = true;
    }
    this.#show({ headId: next.id });
    const writing = next.state === "writing" ? next.id : null;
    if (this.#state.turn?.writing !== writing) this.#patchTurn({ writing });
  }

  #onDelta(running: Running, messageId: string | null, offset: number, text: string): void {
    if (messageId === null) {
      const next = applyDelta(running.text, offset, text);
      if (next === null) void this.#mend(running);
      else this.#text(running, next);
      return;
    }
    const message = this.#line.get(messageId);
    const content = message === undefined ? null : applyDelta(message.content, offset, text);
    if (message === undefined || content === null) {
      void this.#mend(running);
    } else if (content !== message.content) {
      this.#line.update({ ...message, content });
      this.#frame.ask();
    }
  }

  #text(running: Running, text: string): void {
    running.text = text;
    running.onText?.(text);
    this.#frame.ask();
  }

  /** A piece is missing: the server is asked for all that was written so far. */
  async #mend(running: Running): Promise<void> {
    if (running.id === null) return;
    try {
      const turn = await this.#ports.calls.turn(running.id);
      if (this.#running === running) this.#takeTurn(running, turn, turn.state !== "running");
    } catch (cause) {
      // The stream goes on, and its end brings the whole text.
      console.warn("A missing piece of the reply could not be fetched", failedConnection(cause).message);
    }
  }

  #notice({ kind, text, link }: { kind: "ai" | "crisis"; text: string; link: string | null }): void {
    this.#stamp += 1;
    this.#set({ notices: [...this.#state.notices, { key: `notice-${this.#stamp}`, kind, text, link }] });
  }

  readonly dismissNotice = (key: string): void => {
    this.#set({ notices: this.#state.notices.filter((notice) => notice.key !== key) });
  };

  #onEnd(running: Running, turn: Turn, balance: number | null): void {
    this.#takeTurn(running, turn, true);
    this.#running = null;
    this.#lastTurnId = turn.id;
    this.#set({ turn: null });
    void this.#refreshPrice();
    if (balance !== null) updateMe((me) => ({ ...me, shekels: balance }));
    const error = turn.error ?? running.error;
    const shown = turn.replies.some(
      ({ state }) => state === "failed" || state === "interrupted" || state === "stopped",
    );
    if (turn.state === "failed" && error !== null && !shown) {
      const failure = failedAnswer(502, { ...error, retryAfter: running.error?.retryAfter ?? null });
      this.#trouble(failure, turn.userMessage === null ? null : () => this.act({ kind: "retry" }));
    }
    if (running.pendingId !== null || this.#behind) this.#syncSoon();
    // Asked for from far above: what came is at the end.
    if (this.#elsewhere && running.request !== null) void this.toHead();
    this.#elsewhere = false;
    running.finish(turn);
  }

  /** What the next reply costs is another question after each one. */
  async #refreshPrice(): Promise<void> {
    try {
      const price = await this.#ports.calls.price(this.chatID);
      const { chat } = this.#state;
      if (chat !== null) this.#settings?.confirm({ ...chat, price });
    } catch (cause) {
      console.warn("The price of the next reply is not known", failedConnection(cause).message);
    }
  }

  /** Asks the server to stop; what was written so far stays. */
  async stop(): Promise<void> {
    const running = this.#running;
    if (running === null) return;
    if (running.id === null) {
      // It has not reached the server, or nobody knows: take it back here, and look what became of it.
      running.close();
      this.#drop(running);
      const stopped = failedConnection(new DOMException("", "AbortError"));
      running.refuse(stopped);
      running.fail(stopped);
      this.#syncSoon();
      return;
    }
    this.#patchTurn({ stopping: true });
    try {
      await this.#ports.calls.stop(running.id);
    } catch (cause) {
      this.#patchTurn({ stopping: false });
      this.#trouble(cause, () => void this.stop());
    }
  }

  // ---- trouble ----

  #trouble(cause: unknown, again: (() => void) | null): void {
    const failure = failedConnection(cause);
    if (failure.type === "aborted") return;
    this.#set({ trouble: this.troubleOf(failure, again) });
  }

  /** How a failure is told. */
  troubleOf(failure: FailedRequest, again: (() => void) | null): Trouble {
    const { code, status, message, retryAfterSecs } = failure;
    const retryAt = retryAfterSecs === null ? null : this.#ports.now() + retryAfterSecs * 1_000;
    return { code, status, message, retryAt, again };
  }

  readonly showTrouble = (trouble: Trouble | null): void => {
    this.#set({ trouble });
  };

  // ---- moving along the line ----

  readonly loadOlder = async (): Promise<void> => {
    const [first] = this.#line.ids;
    const { above } = this.#line;
    if (first === undefined || above === null || this.#state.older === "busy") return;
    this.#set({ older: "busy" });
    try {
      const slice = await this.#ports.calls.up(this.chatID, first, { cursorDepth: above });
      if (this.#line.ids[0] === first) this.#line.prepend(slice);
      this.#show({ older: this.#line.above === null ? "end" : "idle" });
    } catch {
      this.#set({ older: "failed" });
    }
  };

  readonly loadNewer = async (): Promise<void> => {
    const last = this.#line.lastId;
    const { below } = this.#line;
    if (last === null || below === null || this.#state.newer === "busy") return;
    this.#set({ newer: "busy" });
    try {
      const slice = await this.#ports.calls.down(this.chatID, last, { cursorDepth: below });
      if (this.#line.lastId === last) this.#line.append(slice);
      this.#show({ newer: this.#line.below === null ? "end" : "idle" });
    } catch {
      this.#set({ newer: "failed" });
    }
  };

  /** Back to the newest message, wherever the reader is. */
  readonly toHead = async (): Promise<void> => {
    try {
      if (this.#line.below !== null) {
        this.#line.replace(await this.#ports.calls.up(this.chatID, "head", { limit: SLICE }));
        this.#show();
      }
      const last = this.#line.lastId;
      if (last !== null) this.#aim(last);
    } catch (cause) {
      this.#trouble(cause, () => void this.toHead());
    }
  };

  /** To the first message of the story. */
  readonly toRoot = async (): Promise<void> => {
    try {
      if (this.#line.above !== null) {
        const slice = await this.#ports.calls.down(this.chatID, "root", { limit: SLICE });
        this.#line.replace({ ...slice, nextCursorDepth: null });
        this.#line.below = slice.nextCursorDepth;
        this.#show();
      }
      const [first] = this.#line.ids;
      if (first !== undefined) this.#aim(first);
    } catch (cause) {
      this.#trouble(cause, () => void this.toRoot());
    }
  };

  #aim(messageId: string): void {
    this.#stamp += 1;
    this.#set({ target: { messageId, stamp: this.#stamp } });
  }

  /**
   * Shows a message, wherever it is in the tree. One that is not on the line makes its branch the line: the head moves to
   * that branch's newest message.
   */
  async goTo(messageId: string): Promise<void> {
    if (this.#line.has(messageId)) {
      this.#aim(messageId);
      return;
    }
    const moved = await this.#ports.calls.changeMessage(messageId, { newNodeId: messageId });
    this.#version = Math.max(this.#version, moved.version);
    const [up, down] = await Promise.all([
      this.#ports.calls.up(this.chatID, messageId, { limit: AROUND }),
      this.#ports.calls.down(this.chatID, messageId, { limit: AROUND }),
    ]);
    this.#line.replace(up);
    this.#line.append(down);
    this.#show({ headId: moved.headId });
    this.#aim(messageId);
  }

  /** Another of the siblings of a message on screen takes its place, with what followed it. */
  async switchTo(siblingId: string): Promise<void> {
    const seen = this.#line.get(siblingId);
    if (seen !== undefined) {
      this.#line.place(seen);
      this.#show();
    }
    try {
      const moved = await this.#ports.calls.changeMessage(siblingId, { newNodeId: siblingId });
      this.#version = Math.max(this.#version, moved.version);
      const sibling = moved.message.id === siblingId ? moved.message : seen;
      if (sibling !== undefined) this.#line.place(sibling);
      if (moved.headId !== siblingId) this.#line.append(await this.#ports.calls.down(this.chatID, siblingId));
      this.#show({ headId: moved.headId });
      if (sibling === undefined) this.#syncSoon();
    } catch (cause) {
      this.#trouble(cause, () => void this.switchTo(siblingId));
      this.#syncSoon();
    }
  }

  // ---- changing messages ----

  /** Rejects with a `FailedRequest`; a 409 carries the message as it is now in `current`. */
  async edit(messageId: string, content: string, mode: EditMode, version: number): Promise<Message> {
    return this.#change(messageId, { content, mode, version });
  }

  async setHidden(messageId: string, hidden: boolean): Promise<void> {
    await this.#change(messageId, { hidden }).catch((cause: unknown) =>
      this.#trouble(cause, () => void this.setHidden(messageId, hidden)),
    );
  }

  /** Who witnessed a message; null: everybody. */
  async setPresence(messageId: string, presence: string[] | null): Promise<void> {
    await this.#change(messageId, { presence }).catch((cause: unknown) =>
      this.#trouble(cause, () => void this.setPresence(messageId, presence)),
    );
  }

  async #change(messageId: string, change: MessageChange): Promise<Message> {
    const answer = await this.#ports.calls.changeMessage(messageId, change);
    this.#version = Math.max(this.#version, answer.version);
    // A branch follows the same parent; a replacement keeps its place.
    this.#line.place(answer.message);
    this.#show({ headId: answer.headId });
    return answer.message;
  }

  /** The message as it is now, from a conflict that an edit ran into. */
  takeCurrent(message: Message): void {
    this.#line.update(message);
    this.#show();
  }

  async remove(messageId: string): Promise<void> {
    try {
      const answer = await this.#ports.calls.deleteMessage(messageId);
      this.#version = Math.max(this.#version, answer.version);
      this.#line.cut(messageId);
      this.#show({ headId: answer.headId, removed: { messageId, count: answer.deleted } });
      if (this.#line.ids.length === 0) this.#syncSoon();
    } catch (cause) {
      this.#trouble(cause, () => void this.remove(messageId));
    }
  }

  async restore(messageId: string): Promise<void> {
    try {
      await this.#ports.calls.restoreMessage(messageId);
      this.#set({ removed: null });
      await this.#sync();
      if (this.#line.has(messageId)) this.#aim(messageId);
    } catch (cause) {
      this.#trouble(cause, () => void this.restore(messageId));
    }
  }

  readonly dismissRemoved = (): void => {
    this.#set({ removed: null });
  };

  // ---- settings ----

  /**
   * Changes the session: it shows at once, and is taken back when the server says no. When the story has moved on in another
   * window, the change is made again on top of what is there now.
   */
  async changeSettings(change: SessionChange): Promise<void> {
    const settings = this.#settings;
    if (settings === null) return;
    try {
      await settings.do({
        guess: (chat) => guessed(chat, change),
        send: () => this.#sendSettings(change),
      });
    } catch (cause) {
      this.#trouble(cause, () => void this.changeSettings(change));
      throw cause;
    }
  }

  async #sendSettings(change: SessionChange): Promise<Chat> {
    const { changeSession } = this.#ports.calls;
    const session = await changeSession(this.chatID, this.#version, change).catch(async (cause: unknown) => {
      if (failedConnection(cause).status !== 409) throw cause;
      const now = await this.#ports.calls.session(this.chatID);
      this.#syncSoon(now.version);
      return changeSession(this.chatID, now.version, change);
    });
    this.#version = Math.max(this.#version, session.version);
    const { messages: _messages, runningTurn: _turn, ...chat } = session;
    return chat;
  }

  // ---- beside the transcript ----

  readonly openPanel = (panel: OpenPanel): void => {
    this.#set({ panel });
  };

  readonly closePanel = (): void => {
    this.#set({ panel: null });
  };
}

function guessed(chat: Chat, { characters, ...change }: SessionChange): Chat {
  if (characters === undefined) return { ...chat, ...change };
  const changes = new Map(characters.map((each) => [each.id, each]));
  return {
    ...chat,
    ...change,
    characters: chat.characters.map((each) => ({ ...each, ...changes.get(each.id) })),
  };
}
