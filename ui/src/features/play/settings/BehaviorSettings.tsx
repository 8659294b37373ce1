import { RadioOptions } from "../../../design/forms/RadioOptions";
import { Icon } from "../../../design/Icon";
import { Switch } from "../../../design/Switch";
import { compact, plural } from "../../../lib/format";
import type { SettingAt } from "../contracts";
import type { ModelInfo } from "../types";
import { AuthorsNoteForm } from "./AuthorsNoteForm";
import s from "./BehaviorSettings.module.css";
import { Npcs, ResponseLength } from "./fields";
import { INSTRUCTION_CHARS } from "./rules";
import { Sampler } from "./Sampler";
import setting from "./Settings.module.css";
import { SettingText } from "./SettingText";
import { useSettings } from "./useSettings";

/** How the cast answers. */
export function BehaviorSettings() {
  const { session, set } = useSettings();
  return (
    <>
      <ResponseLength value={session.responseLength} onChange={(responseLength) => set({ responseLength })} />
      <div className={setting.switches}>
        <Npcs value={session.npcsEnabled} onChange={(npcsEnabled) => set({ npcsEnabled })} />
        <Switch
          label="Auto-reply"
          hint="When off, nobody replies until you ask or tap a portrait."
          checked={session.autoReply}
          onChange={(autoReply) => set({ autoReply })}
        />
        <Switch
          label="Characters can speak for you"
          hint="When off, replies stop before they put words in your mouth."
          checked={session.speakForPlayer}
          onChange={(speakForPlayer) => set({ speakForPlayer })}
        />
      </div>
      <ModelChoice />
      <AuthorsNoteForm
        key={JSON.stringify(session.authorsNote)}
        note={session.authorsNote}
        onSave={(authorsNote) => set({ authorsNote })}
      />
      <Advanced
        label="Instructions"
        at="instructions"
        hint="What the model is told to do, in your own words."
      >
        <SettingText
          key={`system ${session.systemPrompt ?? ""}`}
          label="System prompt"
          name="systemPrompt"
          value={session.systemPrompt}
          limit={INSTRUCTION_CHARS}
          hint="Goes at the top of every prompt and replaces the scenario’s. Leave it empty to keep the scenario’s."
          onSave={(systemPrompt) => set({ systemPrompt })}
        />
        <SettingText
          key={`post ${session.postHistory ?? ""}`}
          label="After the messages"
          name="postHistory"
          value={session.postHistory}
          limit={INSTRUCTION_CHARS}
          hint="The last thing the model reads before it answers."
          onSave={(postHistory) => set({ postHistory })}
        />
      </Advanced>
      <Advanced label="Sampler" hint="How predictable or surprising the model’s wording is.">
        <Sampler sampling={session.sampling} onSave={(sampling) => set({ sampling })} />
      </Advanced>
    </>
  );
}

interface AdvancedProps {
  label: string;
  /** What is inside, in one line, for those who do not know the word. */
  hint: string;
  at?: SettingAt;
  children: React.ReactNode;
}

function Advanced({ label, hint, at, children }: AdvancedProps) {
  return (
    <details className={s.advanced} data-setting={at}>
      <summary className={s.head}>
        <span>
          <span className={s.name}>
            <span className={setting.label}>{label}</span>
            <span className={s.word}>Advanced</span>
          </span>
          <span className={setting.hint}>{hint}</span>
        </span>
        <Icon name="down" />
      </summary>
      <div className={s.body}>{children}</div>
    </details>
  );
}

function modelLine({ isDemo, price, contextTokens }: ModelInfo): string {
  const cost = price === 0 ? "free" : `${plural(price, "shekel")} a reply`;
  const reads = `remembers ${compact(contextTokens)} tokens`;
  return isDemo ? `A demo without an AI model, ${cost}.` : `${cost}, ${reads}.`;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function ModelChoice() {
  const { session, set } = useSettings();
  const { models, chatModel } = session;
  const [first] = models;
  if (first === undefined) return null;
  const chosen = models.find((model) => model.name === chatModel) ?? first;
  return (
    <fieldset className={setting.setting} data-setting="model">
      <legend className={setting.label}>Model</legend>
      <RadioOptions
        choices={models.map((model) => ({
          value: model.name,
          label: model.label,
          text: capital(modelLine(model)),
        }))}
        value={chosen.name}
        onChange={(name) => set({ chatModel: name })}
      />
    </fieldset>
  );
}
