import { Switch } from "../../../design/Switch";
import { useChat } from "../PlayContext";
import { SettingsProvider, useSettings } from "../settings/useSettings";
import { Cast } from "./Cast";
import { PersonaList } from "./PersonaList";
import { PlayAs } from "./PlayAs";
import { ScenePresence } from "./ScenePresence";
import { SpeakerRules } from "./SpeakerRules";

/** The people of the story: the cast, who is in the room, whom one plays, and who speaks when. */
export default function CharactersPanel() {
  const { characters } = useChat();
  const several = characters.filter(({ isUser }) => !isUser).length > 1;
  return (
    <SettingsProvider>
      <div className="people">
        <Cast />
        <Failure />
        {several && <ScenePresence />}
        <PlayAs />
        <PersonaList />
        {several && <SpeakerRules />}
        <NpcSwitch />
      </div>
    </SettingsProvider>
  );
}

function Failure() {
  const { failure } = useSettings();
  return failure === null ? null : (
    <p className="panel-failure" role="alert">
      {failure}
    </p>
  );
}

function NpcSwitch() {
  const { session, set } = useSettings();
  return (
    <section className="panel-part" aria-label="Others">
      <Switch
        label="NPCs"
        hint="People who are not in the cast may enter the scene and speak."
        checked={session.npcsEnabled}
        onChange={(npcsEnabled) => set({ npcsEnabled })}
      />
    </section>
  );
}
