import { Avatar } from "../../../design/Avatar";
import { IconButton } from "../../../design/Button";
import { EmptyState } from "../../../design/EmptyStates";
import { Icon } from "../../../design/Icon";
import { cx } from "../../../lib/classes";
import { castOf } from "../model/cast";
import { useChat, useMessage, usePlay, useTurn } from "../PlayContext";
import { useSettings } from "../settings/useSettings";
import type { Character } from "../types";
import s from "./CastMembers.module.css";
import panel from "./PanelPart.module.css";
import { standsBeside } from "./useJump";
import { useScene } from "./useScene";

/** The cast as portraits: a press on one makes them speak. */
export function Cast() {
  const chat = useChat();
  const turn = useTurn();
  const writing = useMessage(turn?.writing ?? "");
  const cast = castOf(chat);
  if (cast.length === 0)
    return (
      <EmptyState title="No cast" icon="users">
        This story has no characters. The narrator tells it.
      </EmptyState>
    );
  return (
    <section className={panel.part} aria-label="Cast">
      <p className={panel.lead}>
        {turn === null
          ? "Tap a portrait to make them speak next."
          : "Someone is replying. You can tap a portrait when they’re done."}
      </p>
      <ul className={s.grid}>
        {cast.map((character) => (
          <Member
            key={character.id}
            character={character}
            speaking={writing?.authorId === character.id}
            busy={turn !== null}
            played={chat.controlMode === "puppeteer" && chat.puppetID === character.id}
          />
        ))}
      </ul>
    </section>
  );
}

interface MemberProps {
  character: Character;
  speaking: boolean;
  busy: boolean;
  /** The player plays them. */
  played: boolean;
}

function Member({ character, speaking, busy, played }: MemberProps) {
  const { story } = usePlay();
  const { set } = useSettings();
  const scene = useScene();
  const { id, name, avatar, muted } = character;
  const says = speaking ? "Speaking…" : played ? "Played by you" : muted ? "Muted" : "";
  return (
    <li className={cx(s.member, muted && s.muted, speaking && s.speaking)}>
      <button
        type="button"
        className={s.portrait}
        aria-label={`Let ${name} speak`}
        title={`Let ${name} speak`}
        aria-disabled={busy || undefined}
        onClick={() => {
          if (busy) return;
          story.act({ kind: "next", speakerId: id, ...scene });
          // One wants to see them speak.
          if (!standsBeside()) story.closePanel();
        }}
      >
        <span className="hideable">
          <Avatar src={avatar} name={name} size={96} eager />
        </span>
        <span className={s.speak} aria-hidden="true">
          <Icon name="message" />
        </span>
      </button>
      <p className={s.name} dir="auto">
        {name}
      </p>
      <p className={s.state}>{says}</p>
      <div className={s.tools}>
        <IconButton
          label={`Mute ${name}`}
          title={muted ? "Muted: speaks only when tapped" : "Mute"}
          aria-pressed={muted}
          onClick={() => set({ characters: [{ id, muted: !muted }] })}
        >
          <Icon name={muted ? "mute" : "voice"} />
        </IconButton>
        <IconButton
          label={`Details of ${name}`}
          title="Details"
          onClick={() => story.openPanel({ name: "character", characterId: id })}
        >
          <Icon name="info" />
        </IconButton>
      </div>
    </li>
  );
}
