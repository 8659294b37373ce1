import { useId } from "react";
import { paths } from "../../../lib/paths";
import { useSettings } from "../settings/useSettings";

interface PersonaListProps {
  /** Names only, for the side bar. */
  short?: boolean;
}

/** Whom one is in this story: oneself, or one of one's personas. */
export function PersonaList({ short = false }: PersonaListProps) {
  const { session, set } = useSettings();
  const name = useId();
  const { personas, selectedPersona, userID } = session;
  const list = Object.entries(personas)
    .map(([id, persona]) => ({ id, ...persona }))
    .sort((a, b) => a.name.localeCompare(b.name, "en") || (a.id < b.id ? -1 : 1));
  const chosen = list.some(({ id }) => id === selectedPersona) ? selectedPersona : null;

  return (
    <fieldset className="panel-part">
      <legend className="panel-heading">You are</legend>
      <div className="options">
        <label className="option">
          <input
            type="radio"
            name={name}
            checked={chosen === null}
            onChange={() => set({ selectedPersona: null })}
          />
          <span>
            <span className="option-name">Just me</span>
            {!short && <span className="option-text">The cast knows no more of you than you tell them.</span>}
          </span>
        </label>
        {list.map(({ id, name: persona, description = "" }) => (
          <label key={id} className="option">
            <input
              type="radio"
              name={name}
              checked={chosen === id}
              onChange={() => set({ selectedPersona: id })}
            />
            <span>
              <span className="option-name" dir="auto">
                {persona}
              </span>
              {!short && description !== "" && (
                <span className="option-text option-lines" dir="auto">
                  {description}
                </span>
              )}
            </span>
          </label>
        ))}
      </div>
      {!short && (
        <p className="panel-foot">
          {userID === null ? (
            <>
              Personas come with an account.{" "}
              <a className="text-link" href={paths.signup}>
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
