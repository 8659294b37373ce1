import { type DragEvent, lazy, Suspense, useRef, useState } from "react";
import { useSession } from "../../../api/session";
import { Button } from "../../../design/Button";
import forms from "../../../design/forms/Form.module.css";
import { FormMessage } from "../../../design/forms/FormMessage";
import { useAction } from "../../../design/forms/useAction";
import { Icon } from "../../../design/Icon";
import { cx } from "../../../lib/classes";
import { IMAGE_TYPES, imageFileError } from "../../../lib/imageFile";
import { authoringApi } from "../api";
import { useEditor } from "../editor/EditorContext";
import { FieldError, FieldPlace } from "../editor/fields";
import { newImage } from "../model/draft";
import type { Path } from "../model/path";
import type { DraftImage } from "../types";
import type { Shape } from "./crop";
import { DraftPicture } from "./DraftPicture";
import s from "./ImageField.module.css";

const ImageDialog = lazy(() => import("./ImageDialog"));

interface ImageFieldProps {
  path: Path;
  label: string;
  shape: Shape;
  image: DraftImage | null;
  /** Changes the image as it is by then: an upload takes its time. */
  onChange: (change: (image: DraftImage | null) => DraftImage | null) => void;
}

/** Widest size on screen in CSS pixels. */
const WIDTHS: Readonly<Record<Shape, number>> = { portrait: 160, expression: 128, cover: 200, banner: 736 };

/** One image: chosen, dropped, framed, described, removed. */
export function ImageField({ path, label, shape, image, onChange }: ImageFieldProps) {
  const { session, goTo } = useEditor();
  const { state } = useSession();
  const input = useRef<HTMLInputElement>(null);
  const [unfit, setUnfit] = useState<string | null>(null);
  const [over, setOver] = useState(false);
  const [open, setOpen] = useState(false);
  const upload = useAction(async (file: File) => {
    const { key } = await authoringApi.uploadImage(await session.stored(), file);
    onChange((before) => newImage(key, before));
  });

  const choose = (file: File | undefined) => {
    if (file === undefined) return;
    const wrong = state === "signedOut" ? "User not logged in" : imageFileError(file);
    setUnfit(wrong);
    upload.clear();
    if (wrong === null) void upload.run(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    choose(event.dataTransfer.files[0]);
  };
  const error = unfit ?? upload.failure;

  return (
    <FieldPlace path={path}>
      <div className={s.field} data-shape={shape}>
        <p className={forms.label}>{label}</p>
        <div className={s.row}>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is an extra; the button does the same. */}
          <div
            className={cx(s.frame, over && s.over)}
            onDragOver={(event) => {
              event.preventDefault();
              setOver(true);
            }}
            onDragLeave={() => setOver(false)}
            onDrop={drop}
          >
            {image === null ? <Icon name="image" /> : <DraftPicture image={image} width={WIDTHS[shape]} />}
          </div>
          <div className={s.tools}>
            <Button
              busy={upload.busy}
              aria-label={`${image === null ? "Choose" : "Replace"}: ${label}`}
              onClick={() => input.current?.click()}
            >
              {upload.busy ? "Uploading…" : image === null ? "Choose a picture" : "Replace"}
            </Button>
            {image !== null && (
              <>
                <Button aria-label={`Crop and describe: ${label}`} onClick={() => setOpen(true)}>
                  Crop and describe
                </Button>
                <Button
                  tone="quiet"
                  aria-label={`Remove: ${label}`}
                  onClick={() => {
                    onChange(() => null);
                    goTo(path);
                  }}
                >
                  Remove
                </Button>
              </>
            )}
            {shape !== "expression" && (
              <p className={forms.hint}>JPEG, PNG, GIF, WebP or BMP, up to 10 MB.</p>
            )}
            {image !== null && image.alt === "" && (
              <p className={forms.hint}>It has no alternative text yet.</p>
            )}
          </div>
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
        {error !== null && <FormMessage>{error}</FormMessage>}
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
