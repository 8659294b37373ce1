import { useId } from "react";
import options from "../../../design/forms/Options.module.css";
import { paths } from "../../../lib/paths";
import { Option } from "../settings/Option";
import { useSettings } from "../settings/useSettings";
import { NameForm } from "./NameForm";
import panel from "./PanelPart.module.css";

interface PersonaListProps {
  /** Names only, for the side bar. */
  short?: boolean;
}

/** Whom one is in this story: oneself, or one of one's personas. */
export function PersonaList({ short = false }: PersonaListProps) {
  const { session, set } = useSettings();
  const group = useId();
  const { personas, selectedPersona, userID } = session;
  const list = Object.entries(personas)
    .map(([id, persona]) => ({ id, ...persona }))
    .sort((a, b) => a.name.localeCompare(b.name, "en") || (a.id < b.id ? -1 : 1));
  const chosen = list.some(({ id }) => id === selectedPersona) ? selectedPersona : null;

  return (
    <fieldset className={panel.part}>
      <legend className={panel.heading}>You are</legend>
      <div className={options.options}>
        <Option
          group={group}
          name="Just me"
          text={short ? "" : "The characters only know what you tell them."}
          checked={chosen === null}
          onChoose={() => set({ selectedPersona: null })}
        />
        {list.map(({ id, name, description }) => (
          <Option
            key={id}
            group={group}
            name={name}
            text={short ? "" : description}
            personal
            checked={chosen === id}
            onChoose={() => set({ selectedPersona: id })}
          />
        ))}
      </div>
      <NameForm />
      {!short && (
        <p className={panel.foot}>
          {userID === null ? (
            <>
              You need an account for personas.{" "}
              <a className="text-link" href={paths.signUpFirst(location.pathname)}>
                Create one
              </a>
            </>
          ) : (
            <a className="text-link" href={paths.profileSection("personas")}>
              {list.length === 0 ? "Write a persona in your profile" : "Edit your personas"}
            </a>
          )}
        </p>
      )}
    </fieldset>
  );
}
