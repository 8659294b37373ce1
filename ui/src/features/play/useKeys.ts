import { type RefObject, useEffect } from "react";
import type { ComposerHandle } from "./composer/Composer";
import type { Command, OpenPanel } from "./contracts";
import { commandOf } from "./keys/rules";
import { shortcuts } from "./keys/shortcuts";
import { singleKeysOn } from "./keys/single-keys";
import { isOfCast } from "./model/message";
import type { Story } from "./model/story";
import { usePlay } from "./PlayContext";
import type { TranscriptHandle } from "./transcript/Transcript";

interface Parts {
  transcript: RefObject<TranscriptHandle | null>;
  composer: RefObject<ComposerHandle | null>;
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
const isCovered = () => document.querySelector("dialog[open], .line-menu:popover-open") !== null;

/** Acts by the table of keys, in one place for the whole play. */
export function useKeys({ transcript, composer }: Parts): void {
  const { story } = usePlay();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || isCovered()) return;
      const at = { typing: isTyping(event.target), singleKeys: singleKeysOn() };
      const command = commandOf(shortcuts, event, at);
      if (command === null || !perform(command, story, transcript.current, composer.current)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    // Before the keys of the whole house get to see it: `?` means this story's list here.
    document.addEventListener("keydown", onKey, { capture: true });
    return () => document.removeEventListener("keydown", onKey, { capture: true });
  }, [story, transcript, composer]);
}

function toggle(story: Story, panel: OpenPanel): true {
  if (story.state.panel?.name === panel.name) story.closePanel();
  else story.openPanel(panel);
  return true;
}

/** Does what a key asks for; false when there is nothing to do, so that the key keeps its usual meaning. */
function perform(
  command: Command,
  story: Story,
  transcript: TranscriptHandle | null,
  composer: ComposerHandle | null,
): boolean {
  const { turn, ids } = story.state;
  const idle = turn === null;
  const here = transcript?.current() ?? null;
  const message = here === null ? undefined : story.message(here);
  const messages = ids.flatMap((id) => story.message(id) ?? []);
  const lastReply = () => messages.findLast(isOfCast);
  switch (command) {
    case "compose":
      composer?.focus();
      return true;
    case "next":
      if (idle) story.act({ kind: "next" });
      return true;
    case "stop":
      if (idle) return false;
      void story.stop();
      return true;
    case "regenerate":
    case "continue": {
      const reply = lastReply();
      if (idle && reply !== undefined) story.act({ kind: command, messageId: reply.id });
      return true;
    }
    case "impersonate":
      composer?.impersonate();
      return true;
    case "editLast": {
      const own = messages.findLast(({ origin }) => origin === "said");
      if (own !== undefined) transcript?.edit(own.id);
      return true;
    }
    case "siblingBefore":
    case "siblingAfter": {
      if (message === undefined || !idle) return false;
      const { index, ids: siblings } = message.siblings;
      const to = siblings[index + (command === "siblingBefore" ? -1 : 1)];
      if (to === undefined) return false;
      void story.switchTo(to);
      return true;
    }
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
    case "characters":
    case "settings":
    case "map":
    case "lore":
      return toggle(story, { name: command });
    case "memory":
      return toggle(story, { name: "memory", pin: null });
    case "inspect": {
      const reply = message?.turnId === null || message === undefined ? lastReply() : message;
      if (reply?.turnId === null || reply === undefined) return false;
      return toggle(story, { name: "inspector", turnId: reply.turnId, messageId: reply.id });
    }
    case "help":
      return toggle(story, { name: "keys" });
  }
}
