import { lazy, Suspense, useState } from "react";
import type { Me } from "../../../api/person";
import type { AvatarUrls } from "../../../api/types";
import { Avatar } from "../../../design/Avatar";
import { Button } from "../../../design/Button";
import { FormMessage } from "../../../design/forms/FormMessage";
import { useAction } from "../../../design/forms/useAction";
import { meApi } from "../api";
import { useShowMe } from "../useMe";
import s from "./AvatarEditor.module.css";
import section from "./Section.module.css";
import { usePictureField } from "./usePictureField";

const Cropper = lazy(() => import("./Cropper"));

const NO_PICTURE: AvatarUrls = {
  thumbnail: null,
  thumbnail_mobile: null,
  avatar: null,
  banner: null,
  fullres: null,
};

async function removePicture(): Promise<AvatarUrls> {
  await meApi.removeAvatar();
  return NO_PICTURE;
}

async function sendPicture(portrait: Blob): Promise<AvatarUrls> {
  return (await meApi.setAvatar(portrait)).avatar_urls;
}

/** The portrait: choose a picture, set its frame, or take it away. */
export function AvatarEditor({ me }: { me: Me }) {
  const show = useShowMe();
  const [file, setFile] = useState<File | null>(null);
  /** What is wrong with the file that was chosen. */
  const [unfit, setUnfit] = useState<string | null>(null);
  const [done, setDone] = useState("");

  const picture = usePictureField({
    label: "Picture",
    onChosen: setFile,
    onChecked: (wrong) => {
      setDone("");
      change.clear();
      setUnfit(wrong);
    },
  });

  /** Null takes the picture away. */
  const change = useAction(async (portrait: Blob | null) => {
    setUnfit(null);
    const urls = portrait === null ? await removePicture() : await sendPicture(portrait);
    show((now) => ({ ...now, avatar_urls: urls, avatar_url: urls.avatar }));
    setDone(portrait === null ? "Picture removed." : "Picture updated.");
  });
  const sent = change.given?.[0];
  const error = unfit ?? change.failure;

  return (
    <div className={s.portrait}>
      <span className={s.picture} data-busy={change.busy || undefined}>
        <Avatar key={me.avatar_url} src={me.avatar_url} name={me.authorname} size={128} eager />
      </span>
      <div className={s.words}>
        <div className={s.actions}>
          <Button busy={sent instanceof Blob} disabled={change.busy} onClick={picture.open}>
            {sent instanceof Blob
              ? "Uploading…"
              : me.avatar_url === null
                ? "Choose a picture"
                : "Change picture"}
          </Button>
          {me.avatar_url !== null && (
            <Button
              tone="quiet"
              busy={sent === null}
              disabled={change.busy}
              onClick={() => void change.run(null)}
            >
              Remove
            </Button>
          )}
        </div>
        <p className="form-hint">JPEG, PNG, GIF, WebP or BMP, up to 10 MB.</p>
        {picture.field}
        <p role="status" className={section.saved}>
          {done}
        </p>
      </div>
      {error !== null && (
        <div className={s.error}>
          <FormMessage>{error}</FormMessage>
        </div>
      )}
      {file !== null && (
        <Suspense fallback={null}>
          <Cropper
            file={file}
            onCancel={() => setFile(null)}
            onUnreadable={() => {
              setFile(null);
              setUnfit("Couldn’t read this picture. Try another one.");
            }}
            onDone={(portrait) => {
              setFile(null);
              void change.run(portrait);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
