import { useId } from "react";
import { Avatar } from "../../../design/Avatar";
import { RadioOptions } from "../../../design/forms/RadioOptions";
import { castOf } from "../model/cast";
import { canPuppeteer } from "../settings/rules";
import { useSettings } from "../settings/useSettings";
import type { ControlMode } from "../types";
import { MODES, ONE_CHARACTER, PUPPETEERING } from "./modes";
import panel from "./PanelPart.module.css";
import s from "./PlayAs.module.css";

/** How one plays: as oneself, as one of the cast, as the narrator. */
export function PlayAs() {
  const { session, set } = useSettings();
  const id = useId();
  const { characters, controlMode, puppetID } = session;
  const cast = castOf(session);
  const allowed = canPuppeteer(characters);
  const puppet = cast.find((each) => each.id === puppetID);

  const choose = (mode: ControlMode) => {
    if (mode !== "puppeteer") set({ controlMode: mode, puppetID: null });
    else set({ controlMode: mode, puppetID: puppet?.id ?? cast[0]?.id ?? null });
  };

  return (
    <fieldset className={panel.part}>
      <legend className={panel.heading}>How you play</legend>
      <RadioOptions
        choices={MODES.map(({ mode, name, text }) => {
          const disabled = mode === "puppeteer" && !allowed;
          return { value: mode, label: name, text: disabled ? `${text} ${ONE_CHARACTER}` : text, disabled };
        })}
        value={controlMode}
        onChange={choose}
      />
      {controlMode === "puppeteer" && allowed && (
        <div className={s.puppets}>
          <p className={s.now} role="status">
            {PUPPETEERING} <b dir="auto">{puppet?.name ?? "nobody"}</b>
          </p>
          <fieldset className={s.list}>
            <legend className="sr-only">Who you play</legend>
            {cast.map((character) => (
              <label key={character.id} className={s.puppet}>
                <input
                  type="radio"
                  className="sr-only"
                  name={`${id}-puppet`}
                  checked={character.id === puppetID}
                  onChange={() => set({ puppetID: character.id })}
                />
                <span className="hideable">
                  <Avatar src={character.avatar} name={character.name} size={56} />
                </span>
                <span className={s.name} dir="auto">
                  {character.name}
                </span>
              </label>
            ))}
          </fieldset>
        </div>
      )}
    </fieldset>
  );
}
