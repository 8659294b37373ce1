import { useMemo, useState } from "react";
import { Button } from "../../../design/Button";
import { TextField } from "../../../design/forms/Field";
import { useEditor } from "../editor/EditorContext";
import { FieldError, FieldPlace } from "../editor/fields";
import { PictureDrop } from "../images/PictureDrop";
import { type LeftOut, sorted, type Uploaded, useUploads } from "../images/useUploads";
import { LIMITS } from "../model/draft";
import { pictureName, pictureUses } from "../text/pictureUses";
import type { DraftActor, DraftPicture } from "../types";
import { FieldGroup } from "./PartFrame";
import { PictureItem, pictureTitle } from "./PictureItem";
import s from "./Pictures.module.css";

/** More are searched rather than looked through. */
const FEW = 12;
/** How many are on the page before more are asked for. */
const SHOWN = 60;
const NO_ROOM = "An actor can have up to 1,000 further pictures.";

interface PicturesProps {
  actor: DraftActor;
  at: (...path: string[]) => string[];
  update: (change: (actor: DraftActor) => DraftActor) => void;
}

/** An actor’s further pictures, which texts can show: each opens to be described, copied into a text, or removed. */
export function Pictures({ actor, at, update }: PicturesProps) {
  const { draft, remove } = useEditor();
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
                  remove(pictureTitle(picture), at("pictures", String(place)), () =>
                    set((now) => now.filter((_, index) => index !== place)),
                  );
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
        {pictures.length < LIMITS.pictures && (
          <AddPictures
            room={LIMITS.pictures - pictures.length}
            onAdd={(added) => set((now) => added.reduce(withPicture, [...now]))}
          />
        )}
      </FieldPlace>
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

/** The pictures with one more, which is named after its file. */
function withPicture(pictures: DraftPicture[], { key, file }: Uploaded): DraftPicture[] {
  const taken = pictures.map(({ name }) => name);
  return [...pictures, newPicture(key, pictureName(file.name, taken))];
}

interface AddPicturesProps {
  /** How many more there can be. */
  room: number;
  onAdd: (pictures: readonly Uploaded[]) => void;
}

/** Several files at once become pictures named after them. */
function AddPictures({ room, onAdd }: AddPicturesProps) {
  const uploads = useUploads();
  const [leftOut, setLeftOut] = useState<readonly LeftOut[]>([]);
  const choose = async (files: readonly File[]) => {
    setLeftOut([]);
    const { fit, leftOut: unfit } = sorted(files);
    const over = fit.slice(room).map(({ name }) => ({ name, why: NO_ROOM }));
    const { done, leftOut: failed } = await uploads.run(fit.slice(0, room));
    if (done.length > 0) onAdd(done);
    setLeftOut([...unfit, ...over, ...failed]);
  };
  return (
    <PictureDrop
      label="Pictures: files"
      hint="JPEG, PNG, GIF, WebP or BMP, up to 10 MB each. Each is named after its file."
      uploads={uploads}
      leftOut={leftOut}
      onChoose={(files) => void choose(files)}
    />
  );
}
