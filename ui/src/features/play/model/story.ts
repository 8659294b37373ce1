import { type FailedRequest, failedConnection } from "../../../api/errors";
import type { OpenPanel } from "../contracts";
import type { ChatSession, EditMode, Message, SessionChange, TurnRequest } from "../types";
import { Edits } from "./edits";
import type { Fault } from "./faults";
import { Moves } from "./moves";
import { folded, inStep } from "./notices";
import { browserPorts, type StoryPorts } from "./ports";
import type { Begun, OnText } from "./running";
import { chatOf, Settings } from "./settings";
import type { PlayState, Trouble } from "./state";
import { isMissing, Sync } from "./sync";
import { Turns } from "./turns";
import { View } from "./view";

/**
 * One story as this tab knows it: the messages on screen, the turn under way, what is open beside it. It holds the
 * server's answers, follows the server's streams, and notifies its listeners. Its parts do the work: `Turns` lets the
 * cast speak, `Moves` leads through the tree, `Edits` changes what is there, `Settings` the session, and `Sync` catches
 * up with what happens elsewhere; all of them write into one `View`.
 */
export class Story {
  readonly chatID: string;
  readonly #ports: StoryPorts;
  readonly #view: View;
  readonly #sync: Sync;
  readonly #settings: Settings;
  readonly #moves: Moves;
  readonly #edits: Edits;
  readonly #turns: Turns;
  #open = false;

  constructor(chatID: string, ports: StoryPorts = browserPorts) {
    this.chatID = chatID;
    this.#ports = ports;
    this.#view = new View(ports.now);
    this.#sync = new Sync(chatID, ports, this.#view, {
      isBusy: () => this.#turns.isRunning,
      hear: (turnId) => this.#turns.hear(turnId),
      adopt: (session) => this.#adopt(session),
    });
    this.#settings = new Settings(chatID, ports, this.#view, this.#sync);
    this.#moves = new Moves(chatID, ports, this.#view, this.#sync);
    this.#edits = new Edits(ports, this.#view, this.#sync, this.#moves);
    this.#turns = new Turns(chatID, ports, this.#view, {
      sync: this.#sync,
      settings: this.#settings,
      moves: this.#moves,
    });
  }

  // ---- reading ----

  /** PlayApi a listener with every change, until the function it answers with is called. */
  readonly subscribe = (listener: () => void): (() => void) => this.#view.subscribe(listener);

  /** A new object whenever one of its fields changes; the text of messages is not among them. */
  get state(): PlayState {
    return this.#view.state;
  }

  /** A new object whenever the message changes. */
  message(id: string): Message | undefined {
    return this.#view.line.get(id);
  }

  /** The messages on screen; a new array whenever one of them changes. */
  get messages(): readonly Message[] {
    return this.#view.messages;
  }

  /** What the model thought aloud before a reply, if it shows that. */
  reasoning(id: string): string | undefined {
    return this.#turns.reasoning(id);
  }

  /** Why a reply failed; `undefined` until it was asked for, null when nobody knows. A new object when it changes. */
  fault(messageId: string): Fault | null | undefined {
    return this.#turns.faults.of(messageId);
  }

  /** Asks the server why a reply failed. */
  askFault(message: Pick<Message, "id" | "turnId">): void {
    void this.#turns.faults.ask(message);
  }

  /** The player sees to what was in the way of a reply. */
  tend(messageId: string): void {
    this.#turns.faults.tend(messageId);
  }

  // ---- opening and closing ----

  /** Loads the story and follows it from now on. `at`: the message to show first. */
  open(at: string | null = null): void {
    this.#open = true;
    this.#sync.open();
    void this.#load(at);
  }

  close(): void {
    this.#open = false;
    this.#sync.close();
    this.#turns.close();
    this.#view.rest({ turn: null });
  }

  /** Tries again after the story could not be loaded. */
  readonly reload = (): void => {
    this.#view.set({ phase: "loading", failure: null });
    void this.#load(null);
  };

  async #load(at: string | null): Promise<void> {
    try {
      const session = await this.#ports.api.session(this.chatID);
      if (!this.#open) return;
      this.#adopt(session);
      this.#view.show({ phase: "ready", headId: session.messages.headId });
      this.#sync.listen();
    } catch (cause) {
      if (!this.#open) return;
      const failure = failedConnection(cause);
      this.#view.set({ phase: isMissing(failure) ? "missing" : "failed", failure });
      return;
    }
    const { headId } = this.state;
    if (at !== null) await this.goTo(at).catch((cause: unknown) => this.#view.fail(cause, null));
    // An aside is read from its first word.
    else if (headId !== null && this.message(headId)?.aside === true) this.#view.aim(headId);
  }

  /** Takes over the server's state of the whole story. */
  #adopt(session: ChatSession): void {
    const { messages, runningTurn, version } = session;
    this.#view.reached(version);
    this.#settings.confirm(chatOf(session));
    this.#view.line.merge(messages);
    this.#view.show({ headId: messages.headId });
    if (version >= this.#view.version) this.#offerHelp(session.notices.crisis);
    if (runningTurn !== null) this.#turns.attach(runningTurn.id, runningTurn.kind);
  }

  /** Help is at hand for as long as the story goes on gently, also after a reload. */
  #offerHelp(crisis: ChatSession["notices"]["crisis"]): void {
    const { notices, headId, helpLanguage } = this.state;
    const isFolded = headId === null || this.message(headId)?.aside !== true;
    const next = inStep(notices, crisis, { key: `notice-${this.#view.stamp()}`, isFolded });
    if (next !== notices)
      this.#view.set({ notices: next, helpLanguage: crisis?.labels.language ?? helpLanguage });
  }

  // ---- turns ----

  /** The player's line: it shows at once and is kept by the server before anybody answers. */
  say(
    text: string,
    sentAs: string | null,
    more: Pick<TurnRequest, "presence"> = {},
  ): Begun & { sentAs: string } {
    return this.#turns.say(text, sentAs, more);
  }

  /** Anything else that lets the cast speak. Failures become the story's trouble, with a way to try again. */
  act(request: Omit<TurnRequest, "chatID">, onText: OnText = null): Begun {
    return this.#turns.act(request, onText);
  }

  /** Asks the server to stop; what was written so far stays. */
  stop(): Promise<void> {
    return this.#turns.stop();
  }

  // ---- moving ----

  loadOlder(): Promise<void> {
    return this.#moves.loadOlder();
  }

  loadNewer(): Promise<void> {
    return this.#moves.loadNewer();
  }

  /** Back to the newest message, wherever the reader is. */
  toHead(): Promise<void> {
    return this.#moves.toHead();
  }

  /** To the first message of the story. */
  toRoot(): Promise<void> {
    return this.#moves.toRoot();
  }

  /**
   * Shows a message, wherever it is in the tree. One that is not on the line makes its branch the line: the head moves to
   * that branch's newest message. Rejects with a `FailedRequest`.
   */
  goTo(messageId: string): Promise<void> {
    return this.#moves.goTo(messageId);
  }

  /** Another of the siblings of a message on screen takes its place, with what followed it. */
  switchTo(siblingId: string): Promise<void> {
    return this.#moves.switchTo(siblingId);
  }

  // ---- changing messages ----

  /** Rejects with a `FailedRequest`; a 409 carries the message as it is now in `current`. */
  edit(messageId: string, content: string, mode: EditMode, version: number): Promise<Message> {
    return this.#edits.edit(messageId, content, mode, version);
  }

  /** The message as it is now, from a conflict that an edit ran into. */
  takeCurrent(message: Message): void {
    this.#edits.takeCurrent(message);
  }

  /** Whether what the model reads leaves a message out. */
  setHidden(messageId: string, hidden: boolean): Promise<void> {
    return this.#edits.setHidden(messageId, hidden);
  }

  /** Who witnessed a message; null: everybody. */
  setPresence(messageId: string, presence: string[] | null): Promise<void> {
    return this.#edits.setPresence(messageId, presence);
  }

  /** Deletes a message and what follows it; `state.removed` offers the way back. */
  remove(messageId: string): Promise<void> {
    return this.#edits.remove(messageId);
  }

  restore(messageId: string): Promise<void> {
    return this.#edits.restore(messageId);
  }

  /** Shows that nobody has replied to this branch yet. */
  showBranched(messageId: string): void {
    this.#view.set({ branched: messageId });
  }

  readonly dismissBranched = (): void => {
    this.#view.set({ branched: null });
  };

  /** The price has changed, as far as this tab knows; requests it again. */
  refreshPrice(): void {
    void this.#settings.refreshPrice();
  }

  readonly dismissRemoved = (): void => {
    this.#view.set({ removed: null });
  };

  // ---- settings ----

  /** Changes the session: it shows at once, and is reverted when the server refuses; then it rejects, too. */
  changeSettings(change: SessionChange): Promise<void> {
    return this.#settings.change(change);
  }

  /** What the player wants to be called. Rejects with a `FailedRequest`. */
  namePlayer(name: string): Promise<void> {
    return this.#settings.name(name);
  }

  // ---- beside the transcript ----

  /** How a failure is shown. */
  troubleOf(failure: FailedRequest, again: (() => void) | null): Trouble {
    return this.#view.troubleOf(failure, again);
  }

  showTrouble(trouble: Trouble | null): void {
    this.#view.set({ trouble });
  }

  /** Puts a notice away. Where help is stays at hand. */
  dismissNotice(key: string): void {
    const { notices } = this.#view.state;
    this.#view.set({
      notices: notices.flatMap((notice) =>
        notice.key !== key ? [notice] : notice.kind === "crisis" ? folded([notice]) : [],
      ),
    });
  }

  openPanel(panel: OpenPanel): void {
    this.#view.set({ panel });
  }

  readonly closePanel = (): void => {
    this.#view.set({ panel: null });
  };
}
