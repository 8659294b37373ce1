import { RadioOptions } from "../../../design/forms/RadioOptions";
import { paths } from "../../../lib/paths";
import { NAMELESS } from "../model/cast";
import { useSettings } from "../settings/useSettings";
import { NameForm } from "./NameForm";
import panel from "./PanelPart.module.css";

interface PersonaListProps {
  /** Names only, for the side bar. */
  short?: boolean;
}

/** Stands for oneself: no persona has an empty id. */
const NOBODY = "";

/** Whom one is in this story: oneself, or one of one's personas. */
export function PersonaList({ short = false }: PersonaListProps) {
  const { session, set } = useSettings();
  const { personas, selectedPersona, userID, characters } = session;
  const list = Object.entries(personas)
    .map(([id, persona]) => ({ id, ...persona }))
    .sort((a, b) => a.name.localeCompare(b.name, "en") || (a.id < b.id ? -1 : 1));
  const chosen = list.some(({ id }) => id === selectedPersona) ? selectedPersona : null;
  const player = characters.find(({ isUser }) => isUser)?.name ?? NAMELESS;
  const suggested = chosen === null && player !== NAMELESS ? player : null;
  const textOf = (text: string | undefined) => (short ? undefined : text);

  return (
    <fieldset className={panel.part}>
      <legend className={panel.heading}>You are</legend>
      <RadioOptions
        choices={[
          suggested === null
            ? {
                value: NOBODY,
                label: "Just me",
                text: textOf("The characters only know what you tell them."),
              }
            : { value: NOBODY, label: suggested, text: textOf("Whom the author suggests you play.") },
          ...list.map(({ id, name, description }) => ({
            value: id,
            label: name,
            text: textOf(description),
            personal: true,
          })),
        ]}
        value={chosen ?? NOBODY}
        onChange={(id) => set({ selectedPersona: id === NOBODY ? null : id })}
      />
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
