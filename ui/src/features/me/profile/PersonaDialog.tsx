import { useState } from "react";
import type { Persona } from "../../../api/person";
import { Avatar } from "../../../design/Avatar";
import { Button } from "../../../design/Button";
import { TextArea, TextField } from "../../../design/forms/Field";
import forms from "../../../design/forms/Form.module.css";
import { FormDialog } from "../../../design/forms/FormDialog";
import { FormMessage } from "../../../design/forms/FormMessage";
import { useAction } from "../../../design/forms/useAction";
import { useForm } from "../../../design/forms/useForm";
import { useUnsaved } from "../../../design/forms/useUnsaved";
import { cx } from "../../../lib/classes";
import { meApi } from "../api";
import avatarEditor from "./AvatarEditor.module.css";
import s from "./Personas.module.css";
import { LIMITS, personaNameError, roomText, textError } from "./rules";
import { usePictureField } from "./usePictureField";

interface PersonaDialogProps {
  /** Null for a new one. */
  persona: Persona | null;
  onClose: () => void;
  onSave: (persona: Persona) => Promise<void>;
}

/** A persona as a form. */
export function PersonaDialog({ persona, onClose, onSave }: PersonaDialogProps) {
  const saved = { name: persona?.name ?? "", description: persona?.description ?? "" };
  const [name, setName] = useState(saved.name);
  const [description, setDescription] = useState(saved.description);
  const [portrait, setPortrait] = useState(persona?.avatar_url ?? null);
  const [unfit, setUnfit] = useState<string | null>(null);
  const upload = useAction(async (file: File) => {
    setPortrait((await meApi.uploadPersonaAvatar(file)).avatar_url);
  });
  const form = useForm({
    disabledReason: upload.busy ? "The picture is still being uploaded." : null,
    check: () => ({
      name: personaNameError(name),
      description: textError(description, LIMITS.personaDescription),
    }),
    send: () => onSave({ name: name.trim(), description: description.trim(), avatar_url: portrait }),
  });
  const wrong = unfit ?? upload.failure;
  useUnsaved(name !== saved.name || description !== saved.description);

  return (
    <FormDialog
      id="persona"
      title={persona === null ? "New persona" : "Edit persona"}
      form={form}
      action="Save persona"
      busyAction="Saving…"
      onClose={onClose}
    >
      {wrong !== null && <FormMessage>{wrong}</FormMessage>}
      <TextField
        label="Name"
        name="name"
        value={name}
        onChange={(event) => setName(event.target.value)}
        autoComplete="off"
        autoFocus
        required
        dir="auto"
      />
      <Portrait
        name={name}
        src={portrait}
        uploading={upload.busy}
        onRemove={() => setPortrait(null)}
        onChosen={(file) => void upload.run(file)}
        onChecked={(reason) => {
          upload.clear();
          setUnfit(reason);
        }}
      />
      <TextArea
        label="Who they are"
        name="description"
        value={description}
        rows={6}
        onChange={(event) => setDescription(event.target.value)}
        aside={
          <span className={cx("numbers", forms.room)}>
            {roomText(description, LIMITS.personaDescription)}
          </span>
        }
        placeholder="A retired cartographer with ink on her cuffs. Trusts maps more than people."
        dir="auto"
      />
    </FormDialog>
  );
}

interface PortraitProps {
  name: string;
  src: string | null;
  uploading: boolean;
  onRemove: () => void;
  onChosen: (file: File) => void;
  /** Whenever a file was looked at: why it cannot be taken, or null. */
  onChecked: (wrong: string | null) => void;
}

/** What a persona looks like; it is kept when the persona is saved. */
function Portrait({ name, src, uploading, onRemove, onChosen, onChecked }: PortraitProps) {
  const picture = usePictureField({ label: "Picture of the persona", onChosen, onChecked });
  return (
    <div className={s.portrait}>
      <Avatar key={src} src={src} name={name.trim() === "" ? "?" : name} size={72} eager />
      <div className={avatarEditor.actions}>
        <Button busy={uploading} disabled={uploading} onClick={picture.open}>
          {uploading ? "Uploading…" : src === null ? "Choose a picture" : "Change picture"}
        </Button>
        {src !== null && (
          <Button tone="quiet" disabled={uploading} onClick={onRemove}>
            Remove
          </Button>
        )}
      </div>
      {picture.field}
    </div>
  );
}
