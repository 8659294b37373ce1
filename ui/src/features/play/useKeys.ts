import { type RefObject, useEffect } from "react";
import type { ComposerHandle } from "./composer/Composer";
import type { Command, OpenPanel, PayingCommand } from "./contracts";
import { commandOf, isWriting } from "./keys/rules";
import { shortcuts } from "./keys/shortcuts";
import { singleKeysOn } from "./keys/single-keys";
import { hasEnded } from "./model/ended";
import { isOfCast } from "./model/message";
import type { Story } from "./model/story";
import { usePlay } from "./PlayContext";
import type { TranscriptHandle } from "./transcript/useTranscriptHandle";
import type { Message } from "./types";

interface Parts {
  transcript: RefObject<TranscriptHandle | null>;
  composer: RefObject<ComposerHandle | null>;
  /** Asks before something is done that is paid for. */
  ask: (command: PayingCommand, act: () => void) => void;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) ||
      // Arrows walk these by themselves.
      target.closest('[role="tree"], [role="tablist"]') !== null)
  );
}

/** Something lies over the story and has the keys for itself. */
const isCovered = () => document.querySelector("dialog[open], [data-line-menu]:popover-open") !== null;

/** Acts by the table of keys, in one place for the whole play; what is typed outside of fields goes into the composer. */
export function useKeys({ transcript, composer, ask }: Parts): void {
  const { story } = usePlay();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || isCovered()) return;
      const typing = isTyping(event.target);
      const singleKeys = singleKeysOn();
      // `/` and `?` are the site's keys only as long as nobody is writing.
      const writes =
        !typing && isWriting(event) && (!SITE_KEYS.has(event.key) || !composer.current?.isEmpty());
      const command = commandOf(shortcuts, event, { typing, singleKeys });
      if (command !== null && !(command === "help" && writes)) {
        const act = () =>
          perform(command, { story, transcript: transcript.current, composer: composer.current });
        if (PAYING.has(command) && canPay(command, story)) ask(command as PayingCommand, act);
        else if (!act()) return;
        event.preventDefault();
        event.stopPropagation();
        return;
      }
      if (!writes || (singleKeys && /^[a-z]$/i.test(event.key))) return;
      // The key itself goes on its way, and finds the composer in front of it.
      composer.current?.focus();
      event.stopPropagation();
    };
    // Before the keys of the whole site get to see it: `?` means this story's list here.
    document.addEventListener("keydown", onKey, { capture: true });
    return () => document.removeEventListener("keydown", onKey, { capture: true });
  }, [story, transcript, composer, ask]);
}

const SITE_KEYS: ReadonlySet<string> = new Set(["/", "?"]);
const PAYING: ReadonlySet<Command> = new Set<Command>(["next", "continue", "regenerate"]);

/** Whether there is anything to ask about: nobody is speaking, and a model would be asked. */
function canPay(command: Command, story: Story): boolean {
  const { turn, ids } = story.state;
  if (turn !== null) return false;
  if (command === "next") return true;
  return ids.some((id) => {
    const message = story.message(id);
    return message !== undefined && isOfCast(message);
  });
}

function toggle(story: Story, panel: OpenPanel): true {
  if (story.state.panel?.name === panel.name) story.closePanel();
  else story.openPanel(panel);
  return true;
}

interface Performer {
  story: Story;
  transcript: TranscriptHandle | null;
  composer: ComposerHandle | null;
}

/** Does what a key asks for; false when there is nothing to do, so that the key keeps its usual meaning. */
function perform(command: Command, { story, transcript, composer }: Performer): boolean {
  switch (command) {
    case "compose":
      composer?.focus();
      return true;
    case "impersonate":
      composer?.impersonate();
      return true;
    case "messageBefore":
      transcript?.step(-1);
      return true;
    case "messageAfter":
      transcript?.step(1);
      return true;
    case "toStart":
      transcript?.toStart();
      return true;
    case "toEnd":
      transcript?.toEnd();
      return true;
    case "editLast": {
      const own = messagesOf(story).findLast(({ origin }) => origin === "said");
      if (own !== undefined) transcript?.edit(own.id);
      return true;
    }
    case "stop":
      if (story.state.turn === null) return false;
      void story.stop();
      return true;
    case "next":
    case "regenerate":
    case "continue":
      askCast(command, story);
      return true;
    case "siblingBefore":
    case "siblingAfter":
      return switchSibling(story, currentOf(story, transcript), command === "siblingBefore" ? -1 : 1);
    case "characters":
    case "settings":
    case "map":
    case "lore":
      return toggle(story, { name: command });
    case "memory":
      return toggle(story, { name: "memory", pin: null });
    case "help":
      return toggle(story, { name: "keys" });
    case "search":
      return openSearch(story);
    case "inspect":
      return inspect(story, currentOf(story, transcript));
  }
}

const messagesOf = (story: Story) => story.state.ids.flatMap((id) => story.message(id) ?? []);
const lastReply = (story: Story) => messagesOf(story).findLast(isOfCast);

/** The message that has the focus, or else the newest one. */
function currentOf(story: Story, transcript: TranscriptHandle | null): Message | undefined {
  const here = transcript?.current() ?? null;
  return here === null ? undefined : story.message(here);
}

/** Has the cast speak, unless somebody speaks already or the story has ended. */
function askCast(command: "next" | "regenerate" | "continue", story: Story): void {
  const ended = hasEnded(story.state, (id) => story.message(id));
  if (story.state.turn !== null || (ended && command !== "regenerate")) return;
  if (command === "next") story.act({ kind: "next" });
  else {
    const reply = lastReply(story);
    if (reply !== undefined) story.act({ kind: command, messageId: reply.id });
  }
}

function switchSibling(story: Story, message: Message | undefined, by: -1 | 1): boolean {
  if (message === undefined || story.state.turn !== null) return false;
  const { index, ids } = message.siblings;
  const to = ids[index + by];
  if (to === undefined) return false;
  void story.switchTo(to);
  return true;
}

/** Opens the prompt of a message; of one that no prompt was made for, that of the last reply. */
function inspect(story: Story, message: Message | undefined): boolean {
  const reply = message?.turnId === null || message === undefined ? lastReply(story) : message;
  if (reply?.turnId === null || reply === undefined) return false;
  return toggle(story, { name: "inspector", turnId: reply.turnId, messageId: reply.id });
}

function openSearch(story: Story): boolean {
  // Pressed again, it is the browser's own shortcut.
  if (document.activeElement?.closest("[data-story-search]") != null) return false;
  story.closePanel();
  story.openPanel({ name: "search" });
  return true;
}
