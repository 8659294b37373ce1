import { Avatar } from "../../../design/Avatar";
import { Button } from "../../../design/Button";
import { EmptyState } from "../../../design/EmptyStates";
import { Icon } from "../../../design/Icon";
import { Picture } from "../../../design/Picture";
import { Switch } from "../../../design/Switch";
import { cx } from "../../../lib/classes";
import { portraitFor } from "../../../lib/image";
import { type Reportable, ReportButton } from "../../reports/public";
import type { CharacterProps } from "../contracts";
import { castOf } from "../model/cast";
import { useChat, usePlay, useTurn } from "../PlayContext";
import { Slider, useHeld } from "../settings/fields";
import setting from "../settings/Settings.module.css";
import { SettingsFailure } from "../settings/SettingsFailure";
import { SettingsProvider, useSettings } from "../settings/useSettings";
import type { Character } from "../types";
import s from "./CharacterDetails.module.css";
import panel from "./PanelPart.module.css";
import { setAway, useAway } from "./scene";
import { useScene } from "./useScene";

/** One of the cast: the portrait in full, who they are, and how much they speak. */
export default function CharacterDetails({ characterId, onClose }: CharacterProps) {
  const chat = useChat();
  const character = chat.characters.find(({ id }) => id === characterId);
  if (character === undefined)
    return (
      <EmptyState title="Not in this story" icon="user">
        They’re no longer in the cast.
      </EmptyState>
    );
  return (
    <SettingsProvider>
      <Details character={character} several={castOf(chat).length > 1} onClose={onClose} />
    </SettingsProvider>
  );
}

interface DetailsProps {
  character: Character;
  several: boolean;
  onClose: () => void;
}

function Details({ character, several, onClose }: DetailsProps) {
  const { story } = usePlay();
  const { scenarioID } = useChat().story;
  const scene = useScene();
  const turn = useTurn();
  const { id, name, role, avatar, fullResAvatar, description, isUser } = character;
  const picture = fullResAvatar ?? avatar;
  const [thing, ...more] = isUser ? [] : reportables(character, scenarioID);
  return (
    <div className={s.character}>
      <div className={cx("hideable", s.picture)}>
        {picture === null ? (
          <Avatar src={null} name={name} size={128} />
        ) : (
          <Picture
            key={picture}
            src={portraitFor(picture)}
            alt={`${name}, portrait`}
            width={420}
            height={420}
            eager
          />
        )}
      </div>
      <div>
        <h3 className={s.name} dir="auto">
          {name}
        </h3>
        {role !== "" && (
          <p className={s.role} dir="auto">
            {role}
          </p>
        )}
      </div>
      {description !== "" && (
        <div className={s.text} dir="auto">
          {description.split(/\n{2,}/).map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      )}
      <SettingsFailure />
      {!isUser && (
        <>
          <Button
            tone="accent"
            aria-disabled={turn !== null || undefined}
            onClick={() => {
              if (turn !== null) return;
              story.act({ kind: "next", speakerId: id, ...scene });
              onClose();
            }}
          >
            <Icon name="message" />
            Let {name} speak
          </Button>
          {several && <Voice character={character} />}
        </>
      )}
      <div className={s.ways}>
        <Button tone="quiet" onClick={() => story.openPanel({ name: "characters" })}>
          <Icon name="left" />
          All characters
        </Button>
        {thing !== undefined && <ReportButton things={[thing, ...more]} />}
      </div>
    </div>
  );
}

/** What can be reported of somebody of the cast: the scenario that made them, and their portrait. What players made themselves is theirs alone. */
function reportables({ name, avatar, fullResAvatar }: Character, scenarioID: string | null): Reportable[] {
  const picture = fullResAvatar ?? avatar;
  const things: Reportable[] = [];
  if (scenarioID !== null)
    things.push({
      kind: "scenario",
      targetId: scenarioID,
      label: "This character, or their scenario",
      about: name,
    });
  if (picture?.startsWith("/media/"))
    things.push({ kind: "picture", targetId: picture, label: "Their portrait" });
  return things;
}

/** How talkative somebody is, in words. */
function talkativenessText(value: number): string {
  if (value <= 0) return "Only when spoken to";
  if (value < 0.35) return "Quiet";
  if (value <= 0.65) return "Average";
  if (value < 1) return "Talkative";
  return "Very talkative";
}

function Voice({ character: { id, name, muted, talkativeness } }: { character: Character }) {
  const { chatID } = usePlay();
  const { set } = useSettings();
  const away = useAway(chatID);
  const [percent, hold, commit] = useHeld(Math.round(talkativeness * 100), (value) =>
    set({ characters: [{ id, talkativeness: value / 100 }] }),
  );
  return (
    <section className={panel.part} aria-label="Voice">
      <Slider
        label="Talkativeness"
        says={talkativenessText(percent / 100)}
        value={percent}
        min={0}
        max={100}
        step={5}
        hint="How often they join in when nobody is addressed by name."
        onInput={hold}
        onCommit={commit}
      />
      <div className={setting.switches}>
        <Switch
          label="Muted"
          hint="Speaks only when you tap their portrait."
          checked={muted}
          onChange={(next) => set({ characters: [{ id, muted: next }] })}
        />
        <Switch
          label="In this scene"
          hint={`When off, ${name} doesn’t hear what’s said next.`}
          checked={!away.has(id)}
          onChange={(here) => setAway(chatID, id, !here)}
        />
      </div>
    </section>
  );
}
