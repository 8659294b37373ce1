import { type FormEvent, useEffect, useRef, useState } from "react";
import { call } from "../../../api/client";
import { failedConnection } from "../../../api/errors";
import type { Me, Persona } from "../../../api/person";
import { Avatar } from "../../../design/Avatar";
import { Button, IconButton } from "../../../design/Button";
import { Dialog } from "../../../design/Dialog";
import { TextArea, TextField } from "../../../design/forms/Field";
import { FormMessage } from "../../../design/forms/FormMessage";
import { Icon } from "../../../design/Icon";
import { EmptyState } from "../../../design/States";
import { randomId } from "../../../lib/random-id";
import { useChangeMe } from "../useMe";
import avatarEditor from "./AvatarEditor.module.css";
import s from "./Personas.module.css";
import { LIMITS, personaList, personaNameError, roomText, textError } from "./rules";
import { Section } from "./Section";
import { usePictureField, withPicture } from "./usePictureField";

type Kept = Me["personas"];

const without = (personas: Kept, id: string): Kept =>
  Object.fromEntries(Object.entries(personas).filter(([each]) => each !== id));

/** Whom one plays: names and descriptions that a story can be entered with. */
export function Personas({ me }: { me: Me }) {
  const change = useChangeMe();
  const [editing, setEditing] = useState<string | null>(null);
  const [removed, setRemoved] = useState<{ id: string; persona: Persona } | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const list = personaList(me.personas);
  const full = list.length >= LIMITS.personas;

  const put = (id: string, persona: Persona) =>
    change({ update: (now) => ({ personas: { ...now.personas, [id]: persona } }) });

  const remove = async (id: string, persona: Persona) => {
    setFailure(null);
    setRemoved({ id, persona });
    try {
      await change({
        update: (now) => ({ personas: without(now.personas, id) }),
        guess: (now) => ({ ...now, personas: without(now.personas, id) }),
      });
    } catch (cause) {
      setRemoved(null);
      setFailure(`Couldn’t delete ${persona.name}: ${failedConnection(cause).message}`);
    }
  };

  const undo = async () => {
    if (removed === null) return;
    const { id, persona } = removed;
    setRemoved(null);
    try {
      await change({
        update: (now) => ({ personas: { ...now.personas, [id]: persona } }),
        guess: (now) => ({ ...now, personas: { ...now.personas, [id]: persona } }),
      });
    } catch (cause) {
      setFailure(`Couldn’t restore ${persona.name}: ${failedConnection(cause).message}`);
    }
  };

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
            <Button tone="gold" onClick={() => setEditing("")}>
              Write your first persona
            </Button>
          }
        >
          A name and a few lines are enough: who you are, what you look like, what you want.
        </EmptyState>
      ) : (
        <ul className={s.personas}>
          {list.map(({ id, persona }) => (
            <li key={id} className={s.persona}>
              <Avatar src={persona.avatar_url ?? null} name={persona.name} size={56} />
              <div className={s.words}>
                <h3 className={s.name} dir="auto">
                  {persona.name}
                </h3>
                <p className={s.text} dir="auto">
                  {persona.description === "" ? "No description." : persona.description}
                </p>
              </div>
              <div className={s.actions}>
                <IconButton label={`Edit ${persona.name}`} onClick={() => setEditing(id)}>
                  <Icon name="edit" />
                </IconButton>
                <IconButton label={`Delete ${persona.name}`} onClick={() => void remove(id, persona)}>
                  <Icon name="trash" />
                </IconButton>
              </div>
            </li>
          ))}
        </ul>
      )}
      <div className={s.foot}>
        {list.length > 0 && (
          <Button disabled={full} onClick={() => setEditing("")}>
            <Icon name="plus" />
            New persona
          </Button>
        )}
        {list.length > 0 && (
          <span className="form-hint numbers">
            {list.length} of {LIMITS.personas}
          </span>
        )}
        <span role="status" className={s.undo}>
          {removed !== null && (
            <>
              {removed.persona.name} deleted.{" "}
              <button type="button" className="text-link" onClick={() => void undo()}>
                Undo
              </button>
            </>
          )}
        </span>
      </div>
      {editing !== null && (
        <PersonaDialog
          key={editing}
          persona={me.personas[editing] ?? null}
          onClose={() => setEditing(null)}
          onSave={async (persona) => {
            await put(editing === "" ? randomId() : editing, persona);
            setRemoved(null);
            setEditing(null);
          }}
        />
      )}
    </Section>
  );
}

interface PersonaDialogProps {
  /** Null for a new one. */
  persona: Persona | null;
  onClose: () => void;
  onSave: (persona: Persona) => Promise<void>;
}

function PersonaDialog({ persona, onClose, onSave }: PersonaDialogProps) {
  const form = useRef<HTMLFormElement>(null);
  const [name, setName] = useState(persona?.name ?? "");
  const [description, setDescription] = useState(persona?.description ?? "");
  const [portrait, setPortrait] = useState(persona?.avatar_url ?? null);
  const [uploading, setUploading] = useState(false);
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<{ name: string | null; description: string | null } | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  useEffect(() => {
    if (errors !== null) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);

  const save = async () => {
    const found = {
      name: personaNameError(name),
      description: textError(description, LIMITS.personaDescription),
    };
    const wrong = found.name !== null || found.description !== null;
    setErrors(wrong ? found : null);
    setFailure(null);
    if (wrong) return;
    setBusy(true);
    try {
      await onSave({ name: name.trim(), description: description.trim(), avatar_url: portrait });
    } catch (cause) {
      setFailure(failedConnection(cause).message);
      setBusy(false);
    }
  };

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy && !uploading) void save();
  };

  return (
    <Dialog
      id="persona"
      title={persona === null ? "New persona" : "Edit persona"}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="gold" type="submit" form="persona-form" aria-busy={busy || undefined}>
            {busy ? "Saving…" : "Save persona"}
          </Button>
        </>
      }
    >
      <form id="persona-form" className="form" method="dialog" noValidate ref={form} onSubmit={onSubmit}>
        {failure !== null && <FormMessage>{failure}</FormMessage>}
        <TextField
          label="Name"
          name="name"
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={errors?.name}
          autoComplete="off"
          autoFocus
          required
          dir="auto"
        />
        <Portrait
          name={name}
          src={portrait}
          onChange={setPortrait}
          onFailure={setFailure}
          uploading={uploading}
          onUploading={setUploading}
        />
        <TextArea
          label="Who they are"
          name="description"
          value={description}
          rows={6}
          onChange={(event) => setDescription(event.target.value)}
          error={errors?.description}
          aside={
            <span className="form-room numbers">{roomText(description, LIMITS.personaDescription)}</span>
          }
          placeholder="A retired cartographer with ink on her cuffs. Trusts maps more than people."
          dir="auto"
        />
      </form>
    </Dialog>
  );
}

interface PortraitProps {
  name: string;
  src: string | null;
  onChange: (src: string | null) => void;
  onFailure: (message: string | null) => void;
  uploading: boolean;
  onUploading: (uploading: boolean) => void;
}

/** What a persona looks like; it is kept when the persona is saved. */
function Portrait({ name, src, onChange, onFailure, uploading, onUploading }: PortraitProps) {
  const upload = async (file: File) => {
    onUploading(true);
    try {
      onChange((await call("POST /users/me/personas/avatar", withPicture(file))).avatar_url);
    } catch (cause) {
      onFailure(failedConnection(cause).message);
    } finally {
      onUploading(false);
    }
  };
  const picture = usePictureField({
    label: "Picture of the persona",
    onChosen: (file) => void upload(file),
    onChecked: onFailure,
  });

  return (
    <div className={s.portrait}>
      <Avatar key={src} src={src} name={name.trim() === "" ? "?" : name} size={72} eager />
      <div className={avatarEditor.actions}>
        <Button busy={uploading} disabled={uploading} onClick={picture.open}>
          {uploading ? "Uploading…" : src === null ? "Choose a picture" : "Change picture"}
        </Button>
        {src !== null && (
          <Button tone="quiet" disabled={uploading} onClick={() => onChange(null)}>
            Remove
          </Button>
        )}
      </div>
      {picture.field}
    </div>
  );
}
