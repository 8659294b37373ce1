import { useRef, useSyncExternalStore } from "react";
import { storageKeys } from "../../../config/cookies";
import { IconButton } from "../../../design/Button";
import { Icon } from "../../../design/Icon";
import type { IconName } from "../../../design/icons";
import { cx } from "../../../lib/classes";
import { useMedia } from "../../../lib/media";
import { Listeners } from "../listeners";
import { useChat, usePlay, usePlayState } from "../PlayContext";
import { ChatLayout } from "../settings/ChatLayout";
import { StoryThemeEffect } from "../settings/StoryThemeEffect";
import s from "./QuickNav.module.css";
import { StoryMenu } from "./StoryMenu";
import { useJump } from "./useJump";

/** Wide enough that the open list stands beside the text, not on it. */
const ROOMY = "(width >= 1280px)";

const listeners = new Listeners();

/** Open or folded as it was left; without a stored choice, by the width there is. */
function useFolded(): [boolean, (folded: boolean) => void, boolean] {
  const roomy = useMedia(ROOMY);
  const kept = useSyncExternalStore(
    listeners.subscribe,
    () => localStorage.getItem(storageKeys.quickNav),
    () => null,
  );
  const fold = (folded: boolean) => {
    localStorage.setItem(storageKeys.quickNav, folded ? "folded" : "open");
    listeners.tell();
  };
  return [kept === null ? !roomy : kept === "folded", fold, roomy];
}

interface Stop {
  icon: IconName;
  label: string;
  go: () => void;
}

/** What is always there while a story is: the floating list, the story's part of the menu, and its theme. */
export default function Always() {
  const { themeID, chatOption } = useChat();
  return (
    <>
      <ChatLayout bubbles={chatOption} />
      <StoryThemeEffect themeID={themeID} />
      <StoryMenu />
      <QuickNav />
    </>
  );
}

/** A small list that floats beside the text: the places of a story, and the panels used most. */
function QuickNav() {
  const { story } = usePlay();
  const jump = useJump();
  const panel = usePlayState("panel");
  const ids = usePlayState("ids");
  const [folded, setFolded, roomy] = useFolded();
  const toggle = useRef<HTMLButtonElement>(null);
  const own = ids.findLast((id) => story.message(id)?.origin === "said");

  const moves: readonly Stop[] = [
    { icon: "toStart", label: "Start of the story", go: () => jump(() => story.toRoot()) },
    {
      icon: "user",
      label: own === undefined ? "Your last message: none yet" : "Your last message",
      go: () => {
        if (own !== undefined) jump(() => story.goTo(own));
      },
    },
    { icon: "toLast", label: "Latest message", go: () => jump(() => story.toHead()) },
  ];
  const panels: readonly Stop[] = [
    { icon: "search", label: "Search in this story", go: () => story.openPanel({ name: "search" }) },
    { icon: "branch", label: "Branches", go: () => story.openPanel({ name: "map" }) },
    { icon: "users", label: "Characters", go: () => story.openPanel({ name: "characters" }) },
    { icon: "settings", label: "Settings", go: () => story.openPanel({ name: "settings" }) },
  ];

  return (
    <nav
      className={cx(s.nav, folded && s.folded, panel !== null && s.aside)}
      aria-label="Quick navigation"
      data-quick-nav
    >
      {!folded && (
        <ul className={s.list} id="quick-list">
          {[...moves, ...panels].map(({ icon, label, go }, at) => (
            <li key={label} className={at === moves.length ? s.gap : undefined}>
              <IconButton
                label={label}
                aria-disabled={(icon === "user" && own === undefined) || undefined}
                onClick={() => {
                  // Where it stands on the text it makes way; the focus stays in the list.
                  if (!roomy) {
                    toggle.current?.focus();
                    setFolded(true);
                  }
                  go();
                }}
              >
                <Icon name={icon} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <IconButton
        ref={toggle}
        label={folded ? "Show quick navigation" : "Hide quick navigation"}
        className={s.fold}
        aria-expanded={!folded}
        aria-controls={folded ? undefined : "quick-list"}
        onClick={() => setFolded(!folded)}
      >
        <Icon name={folded ? "signpost" : "right"} />
      </IconButton>
    </nav>
  );
}
