import type { ReactNode } from "react";
import { Avatar } from "../../../design/Avatar";
import { Icon } from "../../../design/Icon";
import type { IconName } from "../../../design/icons";
import { InMenu } from "../../../design/MenuSlot";
import { paths } from "../../../lib/paths";
import type { OpenPanel } from "../contracts";
import { castOf } from "../model/cast";
import { useChat, usePlay } from "../PlayContext";
import { SettingsProvider } from "../settings/useSettings";
import { indicatorOf } from "./modes";
import { PersonaList } from "./PersonaList";
import s from "./StoryMenu.module.css";

const PANELS: readonly { panel: OpenPanel; label: string; icon: IconName }[] = [
  { panel: { name: "characters" }, label: "Characters", icon: "users" },
  { panel: { name: "search" }, label: "Search", icon: "search" },
  { panel: { name: "map" }, label: "Map", icon: "map" },
  { panel: { name: "memory", pin: null }, label: "Memory", icon: "pin" },
  { panel: { name: "lore" }, label: "Lore", icon: "lore" },
  { panel: { name: "settings" }, label: "Settings", icon: "settings" },
];

/** The story's own part of the navigation bar (spec 2.5): as whom one plays, the cast, whom one is, and what can be opened. */
export function StoryMenu() {
  const chat = useChat();
  const { story } = usePlay();
  const { mode, label, name, text } = indicatorOf(chat);
  const open = (panel: OpenPanel) => story.openPanel(panel);
  return (
    <InMenu>
      <section className={s.story} aria-label="This story" data-story-menu>
        <h2 className={s.title}>This story</h2>
        <p className={s.mode}>
          {label} {name !== null && <b dir="auto">{name}</b>}
        </p>
        {mode !== "default" && <p className={s.hint}>{text}</p>}
        <ul className="menu-list">
          {castOf(chat).map(({ id, name: character, avatar }) => (
            <li key={id}>
              <MenuButton onPress={() => open({ name: "character", characterId: id })}>
                <span className="hideable">
                  <Avatar src={avatar} name={character} size={32} />
                </span>
                <span className={s.name} dir="auto">
                  {character}
                </span>
              </MenuButton>
            </li>
          ))}
          {PANELS.map(({ panel, label: title, icon }) => (
            <li key={panel.name}>
              <MenuButton onPress={() => open(panel)}>
                <Icon name={icon} />
                {title}
              </MenuButton>
            </li>
          ))}
          <li>
            {/* In a tab of its own: who looks for help loses no story by it. */}
            <a className="menu-link" href={paths.safety} target="_blank" rel="noopener">
              <Icon name="lifebuoy" />
              Help and safety
              <span className="sr-only">, opens in a new tab</span>
            </a>
          </li>
        </ul>
        <SettingsProvider>
          <PersonaList short />
        </SettingsProvider>
      </section>
    </InMenu>
  );
}

/** A row of the menu that opens something in the story; the menu itself goes out of the way. */
function MenuButton({ onPress, children }: { onPress: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      className="menu-link"
      popoverTarget="menu"
      popoverTargetAction="hide"
      onClick={onPress}
    >
      {children}
    </button>
  );
}
