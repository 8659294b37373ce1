import { type ReactNode, useId } from "react";
import { Button } from "../../../design/Button";
import { FormMessage } from "../../../design/forms/FormMessage";
import { plural } from "../../../lib/format";
import { IMAGE_TYPES } from "../../../lib/imageFile";
import { DropField } from "../files/DropField";
import { ProgressBar } from "../files/ProgressBar";
import s from "./PictureDrop.module.css";
import type { LeftOut, Uploads } from "./useUploads";

interface PictureDropProps {
  /** What the field is called. */
  label: string;
  /** What becomes of the files, and what is not taken. */
  hint: ReactNode;
  uploads: Uploads;
  leftOut: readonly LeftOut[];
  onChoose: (files: File[]) => void;
}

/** A field for many pictures at once: how far they are, and which became nothing, by name. */
export function PictureDrop({ label, hint, uploads, leftOut, onChoose }: PictureDropProps) {
  const id = useId();
  const { progress, stop } = uploads;
  const choose = (files: Iterable<File>) => {
    const chosen = Array.from(files);
    if (chosen.length > 0) onChoose(chosen);
  };
  return (
    <div className={s.drop}>
      <DropField
        id={id}
        icon="upload"
        aria-label={label}
        multiple
        accept={IMAGE_TYPES.join(",")}
        disabled={progress !== null}
        onChange={({ currentTarget }) => {
          const files = Array.from(currentTarget.files ?? []);
          // The same files can be chosen again.
          currentTarget.value = "";
          choose(files);
        }}
        onDrop={({ files }) => choose(files)}
      >
        {progress === null ? (
          <>
            <b>Choose pictures, or drop them here</b>
            <span>{hint}</span>
          </>
        ) : (
          <>
            <b>{`Uploading ${progress.done + 1} of ${progress.count}`}</b>
            <span dir="auto">{progress.name}</span>
          </>
        )}
      </DropField>
      {progress !== null && (
        <div className={s.progress}>
          <ProgressBar label="Uploaded pictures" value={progress.done} max={progress.count} />
          <Button tone="quiet" onClick={stop}>
            Stop
          </Button>
        </div>
      )}
      {leftOut.length > 0 && (
        <FormMessage>
          <p>{`${plural(leftOut.length, "file was", "files were")} not added.`}</p>
          <ul className={s.leftOut}>
            {leftOut.map(({ name, why }) => (
              <li key={`${name} ${why}`}>
                <b dir="auto">{name}</b>: {why}
              </li>
            ))}
          </ul>
        </FormMessage>
      )}
    </div>
  );
}
