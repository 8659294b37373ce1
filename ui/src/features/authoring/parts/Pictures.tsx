import { useMemo, useRef, useState } from "react";
import { Button } from "../../../design/Button";
import { TextField } from "../../../design/forms/Field";
import forms from "../../../design/forms/Form.module.css";
import { FormMessage } from "../../../design/forms/FormMessage";
import { Icon } from "../../../design/Icon";
import { IMAGE_TYPES } from "../../../lib/imageFile";
import { useEditor } from "../editor/EditorContext";
import { FieldError, FieldPlace } from "../editor/fields";
import { useUpload } from "../images/useUpload";
import { LIMITS } from "../model/draft";
import { pictureName, pictureUses } from "../text/pictureUses";
import type { DraftActor, DraftPicture } from "../types";
import { FieldGroup } from "./PartFrame";
import { PictureItem } from "./PictureItem";
import s from "./Pictures.module.css";

/** More are searched rather than looked through. */
const FEW = 12;
/** How many are on the page before more are asked for. */
const SHOWN = 60;

interface PicturesProps {
  actor: DraftActor;
  at: (...path: string[]) => string[];
  update: (change: (actor: DraftActor) => DraftActor) => void;
}

/** An actor’s further pictures, which texts can show: each opens to be described, copied into a text, or removed. */
export function Pictures({ actor, at, update }: PicturesProps) {
  const { draft } = useEditor();
  const uses = useMemo(() => pictureUses(draft), [draft]);
  const [sought, setSought] = useState("");
  const [most, setMost] = useState(SHOWN);
  const [open, setOpen] = useState<number | null>(null);
  const { pictures } = actor;
  const set = (change: (pictures: readonly DraftPicture[]) => DraftPicture[]) =>
    update((now) => ({ ...now, pictures: change(now.pictures) }));
  const matches = pictures
    .map((picture, place) => ({ picture, place }))
    .filter(({ picture: { name, uri, alt } }) =>
      `${name}\n${uri}\n${alt}`.toLowerCase().includes(sought.trim().toLowerCase()),
    );
  return (
    <FieldGroup
      title="Pictures"
      lead="Openings and the description can show them: copy a picture’s code and put it where the picture belongs."
    >
      <FieldPlace path={at("pictures")}>
        {pictures.length > FEW && (
          <div className={s.search}>
            <TextField
              name="sought-picture"
              data-own-undo
              label="Find a picture"
              type="search"
              value={sought}
              autoComplete="off"
              onChange={({ target }) => setSought(target.value)}
            />
          </div>
        )}
        {matches.length > 0 && (
          <ul className={s.list} aria-label="Pictures">
            {matches.slice(0, most).map(({ picture, place }) => (
              <PictureItem
                key={place}
                picture={picture}
                path={at("pictures", String(place))}
                uses={uses.get(picture) ?? []}
                open={open === place}
                onToggle={() => setOpen(open === place ? null : place)}
                onChange={(fields) =>
                  set((now) => now.map((each, index) => (index === place ? { ...each, ...fields } : each)))
                }
                onRemove={() => {
                  setOpen(null);
                  set((now) => now.filter((_, index) => index !== place));
                }}
              />
            ))}
          </ul>
        )}
        {sought !== "" && matches.length === 0 && <p className={s.none}>No picture matches.</p>}
        {matches.length > most && (
          <Button onClick={() => setMost(most + SHOWN)}>{`Show more (${matches.length - most})`}</Button>
        )}
        <FieldError path={at("pictures")} alone />
      </FieldPlace>
      {pictures.length < LIMITS.pictures && (
        <AddPictures
          onAdd={(key, file) =>
            set((now) => [
              ...now,
              newPicture(
                key,
                pictureName(
                  file,
                  now.map(({ name }) => name),
                ),
              ),
            ])
          }
        />
      )}
    </FieldGroup>
  );
}

const newPicture = (key: string, name: string): DraftPicture => ({
  name,
  // As programs that show pictures in texts call them.
  kind: "x-risu-asset",
  uri: "",
  ext: key.split(".").at(-1) ?? "",
  alt: "",
  key,
});

/** Several files at once become pictures named after them. */
function AddPictures({ onAdd }: { onAdd: (key: string, file: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const { choose, busy, error } = useUpload((key, file) => onAdd(key, file.name));
  return (
    <div className={s.add}>
      <Button busy={busy} onClick={() => input.current?.click()}>
        <Icon name="plus" />
        {busy ? "Uploading…" : "Add pictures"}
      </Button>
      <p className={forms.hint}>JPEG, PNG, GIF, WebP or BMP, up to 10 MB each.</p>
      <input
        ref={input}
        type="file"
        multiple
        accept={IMAGE_TYPES.join(",")}
        className="sr-only"
        tabIndex={-1}
        aria-label="Pictures: files"
        onChange={({ currentTarget }) => {
          const files = Array.from(currentTarget.files ?? []);
          currentTarget.value = "";
          choose(files);
        }}
      />
      {error !== null && <FormMessage>{error}</FormMessage>}
    </div>
  );
}
