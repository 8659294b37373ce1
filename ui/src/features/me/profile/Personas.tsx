import { useState } from "react";
import type { Me, Persona } from "../../../api/person";
import { Avatar } from "../../../design/Avatar";
import { Button, IconButton } from "../../../design/Button";
import { EmptyState } from "../../../design/EmptyStates";
import forms from "../../../design/forms/Form.module.css";
import { FormMessage } from "../../../design/forms/FormMessage";
import { Icon } from "../../../design/Icon";
import { cx } from "../../../lib/classes";
import { randomId } from "../../../lib/random-id";
import { PersonaDialog } from "./PersonaDialog";
import s from "./Personas.module.css";
import { LIMITS, personaList } from "./rules";
import { Section } from "./Section";
import { type NamedPersona, usePersonas } from "./usePersonas";

/** Whom one plays: names and descriptions that a story can be entered with. */
export function Personas({ me }: { me: Me }) {
  const { put, remove, removed, undo, failure, dismissUndo } = usePersonas();
  const [editing, setEditing] = useState<string | null>(null);
  const list = personaList(me.personas);

  return (
    <Section
      title="Personas"
      lead="Who you play in stories. Characters see your persona’s name and description."
    >
      {failure !== null && <FormMessage>{failure}</FormMessage>}
      {list.length === 0 ? (
        <EmptyState
          title="No personas yet"
          icon="mask"
          action={
            <Button tone="accent" onClick={() => setEditing("")}>
              Write your first persona
            </Button>
          }
        >
          A name and a few lines are enough: who you are, what you look like, what you want.
        </EmptyState>
      ) : (
        <ul className={s.personas}>
          {list.map((each) => (
            <PersonaRow
              key={each.id}
              persona={each.persona}
              onEdit={() => setEditing(each.id)}
              onDelete={() => remove(each)}
            />
          ))}
        </ul>
      )}
      <Foot count={list.length} removed={removed} onNew={() => setEditing("")} onUndo={undo} />
      {editing !== null && (
        <PersonaDialog
          key={editing}
          persona={me.personas[editing] ?? null}
          onClose={() => setEditing(null)}
          onSave={async (persona) => {
            await put(editing === "" ? randomId() : editing, persona);
            dismissUndo();
            setEditing(null);
          }}
        />
      )}
    </Section>
  );
}

interface PersonaRowProps {
  persona: Persona;
  onEdit: () => void;
  onDelete: () => void;
}

function PersonaRow({ persona: { name, description, avatar_url }, onEdit, onDelete }: PersonaRowProps) {
  return (
    <li className={s.persona}>
      <Avatar src={avatar_url ?? null} name={name} size={56} />
      <div className={s.words}>
        <h3 className={s.name} dir="auto">
          {name}
        </h3>
        <p className={s.text} dir="auto">
          {description === "" ? "No description." : description}
        </p>
      </div>
      <div className={s.actions}>
        <IconButton label={`Edit ${name}`} onClick={onEdit}>
          <Icon name="edit" />
        </IconButton>
        <IconButton label={`Delete ${name}`} onClick={onDelete}>
          <Icon name="trash" />
        </IconButton>
      </div>
    </li>
  );
}

interface FootProps {
  count: number;
  removed: NamedPersona | null;
  onNew: () => void;
  onUndo: () => void;
}

/** How many there are, another one, and the way back after a deletion. */
function Foot({ count, removed, onNew, onUndo }: FootProps) {
  return (
    <div className={s.foot}>
      {count > 0 && (
        <>
          <Button disabled={count >= LIMITS.personas} onClick={onNew}>
            <Icon name="plus" />
            New persona
          </Button>
          <span className={cx("numbers", forms.hint)}>
            {count} of {LIMITS.personas}
          </span>
        </>
      )}
      <span role="status" className={s.undo}>
        {removed !== null && (
          <>
            {removed.persona.name} deleted.{" "}
            <button type="button" className="text-link" onClick={onUndo}>
              Undo
            </button>
          </>
        )}
      </span>
    </div>
  );
}
