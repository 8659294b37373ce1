import { Suspense, useRef, useState } from "react";
import { Button } from "../../../design/Button";
import forms from "../../../design/forms/Form.module.css";
import { Icon } from "../../../design/Icon";
import { lazyDialog } from "../../../design/lazyDialog";
import { cx } from "../../../lib/classes";
import { IMAGE_TYPES } from "../../../lib/imageFile";
import { useEditor } from "../editor/EditorContext";
import { FieldError, FieldPlace } from "../editor/fields";
import { newImage } from "../model/draft";
import { type Path, pointerOf } from "../model/path";
import type { DraftImage } from "../types";
import { SHAPES, type Shape } from "./crop";
import { DraftPicture } from "./DraftPicture";
import s from "./ImageField.module.css";
import { UploadError } from "./UploadError";
import { useUpload } from "./useUpload";
import { VerdictLine } from "./VerdictLine";

const ImageDialog = lazyDialog(() => import("./ImageDialog"));

interface ImageFieldProps {
  path: Path;
  /** What its uploads go by, where its path may be another one by the time they arrive. */
  uploadField?: Path;
  label: string;
  shape: Shape;
  image: DraftImage | null;
  /** Whether it can be removed by itself; not where it goes with what it belongs to. */
  removable?: boolean;
  /** Changes the image as it is by then: an upload takes its time. */
  onChange: (change: (image: DraftImage | null) => DraftImage | null) => void;
}

/** Widest size on screen in CSS pixels. */
const WIDTHS: Readonly<Record<Shape, number>> = { portrait: 160, expression: 128, cover: 200, banner: 736 };

/** One image: chosen, dropped, framed, described, removed. */
export function ImageField(props: ImageFieldProps) {
  const { path, uploadField = path, label, shape, image, removable = true, onChange } = props;
  const { remove } = useEditor();
  const input = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState(false);
  const { choose, busy, error, kept } = useUpload(pointerOf(uploadField), (key) =>
    onChange((before) => newImage(key, before)),
  );
  return (
    <FieldPlace path={path}>
      <div className={s.field} data-shape={shape}>
        <p className={forms.label}>{label}</p>
        <div className={s.row}>
          <Frame shape={shape} image={image} onDrop={choose} />
          <Tools
            label={label}
            image={image}
            busy={busy}
            onChoose={() => input.current?.click()}
            onOpen={() => setOpen(true)}
            onRemove={removable ? () => remove(label, path, () => onChange(() => null)) : null}
          />
        </div>
        <input
          ref={input}
          type="file"
          accept={IMAGE_TYPES.join(",")}
          className="sr-only"
          tabIndex={-1}
          aria-label={`${label}: file`}
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0];
            // The same file can be chosen again after it was turned down.
            currentTarget.value = "";
            choose(file);
          }}
        />
        {image !== null && <VerdictLine image={image.key} label={label} />}
        <UploadError error={error} kept={kept} />
        <FieldError path={path} />
      </div>
      {open && image !== null && (
        <Suspense fallback={null}>
          <ImageDialog
            label={label}
            shape={shape}
            image={image}
            onDone={(fields) => {
              setOpen(false);
              onChange((now) => (now === null ? null : { ...now, ...fields }));
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </FieldPlace>
  );
}

interface FrameProps {
  shape: Shape;
  image: DraftImage | null;
  onDrop: (file: File | undefined) => void;
}

/** The image as its place shows it; a file can be dropped there. */
function Frame({ shape, image, onDrop }: FrameProps) {
  const [over, setOver] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the button does the same.
    <div
      className={cx(s.frame, over && s.over)}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onDrop(event.dataTransfer.files[0]);
      }}
    >
      {image === null ? (
        <Icon name="image" />
      ) : (
        <DraftPicture image={image} width={WIDTHS[shape]} ratio={SHAPES[shape].ratio} />
      )}
    </div>
  );
}

interface ToolsProps {
  label: string;
  image: DraftImage | null;
  busy: boolean;
  onChoose: () => void;
  onOpen: () => void;
  /** Null: it goes with what it belongs to. */
  onRemove: (() => void) | null;
}

/** What can be done with an image. */
function Tools({ label, image, busy, onChoose, onOpen, onRemove }: ToolsProps) {
  const choose = busy ? "Uploading…" : image === null ? "Choose a picture" : "Replace";
  return (
    <div className={s.tools}>
      <Button busy={busy} aria-label={`${choose}: ${label}`} onClick={onChoose}>
        {choose}
      </Button>
      {image === null ? (
        <p className={forms.hint}>JPEG, PNG, GIF, WebP or BMP, up to 10 MB.</p>
      ) : (
        <>
          <Button aria-label={`Crop and describe: ${label}`} onClick={onOpen}>
            Crop and describe
          </Button>
          {onRemove !== null && (
            <Button tone="quiet" aria-label={`Remove: ${label}`} onClick={onRemove}>
              Remove
            </Button>
          )}
          {image.alt === "" && <p className={forms.hint}>It has no alternative text yet.</p>}
        </>
      )}
    </div>
  );
}
