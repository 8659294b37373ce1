import { Avatar } from "../../design/Avatar";
import { IconButton } from "../../design/Button";
import { Icon } from "../../design/Icon";
import { cx } from "../../lib/classes";
import { paths } from "../../lib/paths";
import s from "./Head.module.css";
import { LazySection } from "./LazySection";
import { castOf } from "./model/cast";
import { titleOf } from "./model/chat";
import { useChat, usePanel, usePlay } from "./PlayContext";

/** Portraits that stand in the head of the page; the panel has them all. */
const SHOWN = 4;

/** The head of the play: where one is, as whom one speaks, who is here. */
export function Head() {
  const chat = useChat();
  const { story } = usePlay();
  const panel = usePanel();
  const cast = castOf(chat);
  const toggle = (name: "characters" | "settings") =>
    panel?.name === name ? story.closePanel() : story.openPanel({ name });
  const { scenario } = chat.story;
  // A guest has no list of stories to go back to.
  const isGuest = chat.userID === null;
  const source =
    isGuest && scenario !== null && scenario.deleted !== true && scenario.withdrawn !== true
      ? scenario
      : null;
  const back = source === null ? "Your stories" : "Back to the scenario";
  return (
    <header className={s.head}>
      <a
        className="icon-btn"
        href={source === null ? paths.stories : paths.scenario(source.id)}
        aria-label={back}
        title={back}
      >
        <Icon name="left" />
      </a>
      <div className={s.where}>
        <h1 className={s.title} dir="auto">
          {titleOf(chat)}
        </h1>
        <LazySection name="controlMode" />
      </div>
      <button
        type="button"
        className={s.button}
        aria-expanded={panel?.name === "characters"}
        aria-label={`Characters: ${cast.map(({ name }) => name).join(", ")}`}
        title="Characters"
        onClick={() => toggle("characters")}
      >
        {cast.slice(0, SHOWN).map(({ id, name, avatar }) => (
          <span key={id} className={cx("hideable", s.face)}>
            <Avatar src={avatar} name={name} size={32} eager />
          </span>
        ))}
        {cast.length > SHOWN && <span className={cx("numbers", s.more)}>+{cast.length - SHOWN}</span>}
      </button>
      <IconButton
        label="Settings"
        className={s.settings}
        aria-expanded={panel?.name === "settings"}
        onClick={() => toggle("settings")}
      >
        <Icon name="settings" />
      </IconButton>
      {/* On phones the site's own bar is hidden to leave its space to the story; its menu is opened from here. */}
      <button
        type="button"
        className={cx("icon-btn", s.menu)}
        popoverTarget="menu"
        aria-label="Menu"
        title="Menu"
      >
        <Icon name="menu" />
      </button>
    </header>
  );
}
