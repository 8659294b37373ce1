import { castOf } from "../model/cast";
import { useChat } from "../PlayContext";
import { Npcs } from "../settings/fields";
import { SettingsFailure } from "../settings/SettingsFailure";
import { SettingsProvider, useSettings } from "../settings/useSettings";
import { Cast } from "./Cast";
import s from "./CharactersPanel.module.css";
import panel from "./PanelPart.module.css";
import { PersonaList } from "./PersonaList";
import { PlayAs } from "./PlayAs";
import { ScenePresence } from "./ScenePresence";
import { SpeakerRules } from "./SpeakerRules";

/** The people of the story: the cast, who is present, whom one plays, and who speaks when. */
export default function CharactersPanel() {
  const several = castOf(useChat()).length > 1;
  return (
    <SettingsProvider>
      <div className={s.people}>
        <Cast />
        <SettingsFailure />
        {several && <ScenePresence />}
        <PlayAs />
        <PersonaList />
        {several && <SpeakerRules />}
        <OthersPart />
      </div>
    </SettingsProvider>
  );
}

function OthersPart() {
  const { session, set } = useSettings();
  return (
    <section className={panel.part} aria-label="Others">
      <Npcs value={session.npcsEnabled} onChange={(npcsEnabled) => set({ npcsEnabled })} />
    </section>
  );
}
