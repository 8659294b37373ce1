import { failedConnection } from "../../../api/errors";
import { Optimistic } from "../../../lib/optimistic";
import type { ChatSession, SessionChange } from "../types";
import type { StoryPorts } from "./ports";
import type { Chat } from "./state";
import type { Sync } from "./sync";
import type { View } from "./view";

/** The session without what has its own place. */
export function chatOf({ messages: _messages, runningTurn: _turn, ...chat }: ChatSession): Chat {
  return chat;
}

/** What a change will most likely lead to. */
export function guessed(chat: Chat, { characters, ...change }: SessionChange): Chat {
  if (characters === undefined) return { ...chat, ...change };
  const changes = new Map(characters.map((each) => [each.id, each]));
  return {
    ...chat,
    ...change,
    characters: chat.characters.map((each) => ({ ...each, ...changes.get(each.id) })),
  };
}

/** The story's settings, cast and price: what is changed here shows before the server has agreed. */
export class Settings {
  readonly #chatID: string;
  readonly #ports: StoryPorts;
  readonly #view: View;
  readonly #sync: Sync;
  #chat: Optimistic<Chat> | null = null;

  constructor(chatID: string, ports: StoryPorts, view: View, sync: Sync) {
    this.#chatID = chatID;
    this.#ports = ports;
    this.#view = view;
    this.#sync = sync;
  }

  /** Takes over the server's session; changes on their way stay visible on top of it. */
  confirm(chat: Chat): void {
    this.#chat ??= new Optimistic(chat, (next) => this.#view.set({ chat: next }));
    this.#chat.confirm(chat);
  }

  /** Rejects once the change had to be reverted. */
  async change(change: SessionChange): Promise<void> {
    try {
      await this.#chat?.do({
        guess: (chat) => guessed(chat, change),
        send: () => this.#send(change),
      });
    } catch (cause) {
      this.#view.fail(cause, () => void this.change(change));
      throw cause;
    }
  }

  /** When the story has moved on in another window, the change is made again on top of what is there now. */
  async #send(change: SessionChange): Promise<Chat> {
    const { changeSession, session: read } = this.#ports.api;
    const { version } = this.#view;
    const session = await changeSession(this.#chatID, version, change).catch(async (cause: unknown) => {
      if (failedConnection(cause).status !== 409) throw cause;
      const now = await read(this.#chatID);
      this.#sync.soon(now.version);
      return changeSession(this.#chatID, now.version, change);
    });
    this.#view.reached(session.version);
    return chatOf(session);
  }

  /** Sets what the player wants to be called. Rejects with a `FailedRequest`. */
  async name(name: string): Promise<void> {
    const session = await this.#ports.api.namePlayer(this.#chatID, name);
    this.#view.reached(session.version);
    this.confirm(chatOf(session));
  }

  /** What the next reply costs is another question after each one. */
  async refreshPrice(): Promise<void> {
    try {
      const price = await this.#ports.api.price(this.#chatID);
      const { chat } = this.#view.state;
      if (chat !== null) this.confirm({ ...chat, price });
    } catch (cause) {
      console.warn("The price of the next reply is not known", failedConnection(cause).message);
    }
  }
}
