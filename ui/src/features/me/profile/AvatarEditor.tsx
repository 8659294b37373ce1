import { Suspense, useState } from "react";
import type { Me } from "../../../api/person";
import type { AvatarUrls } from "../../../api/types";
import { Avatar } from "../../../design/Avatar";
import { Button } from "../../../design/Button";
import forms from "../../../design/forms/Form.module.css";
import { FormMessage } from "../../../design/forms/FormMessage";
import { useAction } from "../../../design/forms/useAction";
import { lazyDialog } from "../../../design/lazyDialog";
import { meApi } from "../api";
import { useShowMe } from "../useMe";
import s from "./AvatarEditor.module.css";
import section from "./Section.module.css";
import { usePictureField } from "./usePictureField";

const Cropper = lazyDialog(() => import("./Cropper"));

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

/** Sending a portrait, or removing it (null); `done` is which happened last. */
function useChangePortrait() {
  const show = useShowMe();
  const [done, setDone] = useState("");
  const change = useAction(async (portrait: Blob | null) => {
    const urls = portrait === null ? await removePicture() : await sendPicture(portrait);
    show((now) => ({ ...now, avatar_urls: urls, avatar_url: urls.avatar }));
    setDone(portrait === null ? "Picture removed." : "Picture updated.");
  });
  const clear = () => {
    setDone("");
    change.clear();
  };
  return { ...change, clear, sent: change.given?.[0], said: done };
}

/** The portrait: choose a picture, set its frame, or take it away. */
export function AvatarEditor({ me }: { me: Me }) {
  const { run, busy, sent, failure, said, clear } = useChangePortrait();
  const [file, setFile] = useState<File | null>(null);
  /** What is wrong with the file that was chosen. */
  const [unfit, setUnfit] = useState<string | null>(null);
  const error = unfit ?? failure;
  const isSending = sent !== undefined && sent !== null;
  const picture = usePictureField({
    label: "Picture",
    onChosen: setFile,
    onChecked: (wrong) => {
      clear();
      setUnfit(wrong);
    },
  });
  const change = (portrait: Blob | null) => {
    setUnfit(null);
    void run(portrait);
  };
  const cropped = (portrait: Blob | null) => {
    setFile(null);
    if (portrait === null) setUnfit("Couldn’t read this picture. Try another one.");
    else change(portrait);
  };

  return (
    <div className={s.portrait}>
      <span className={s.picture} data-busy={busy || undefined}>
        <Avatar key={me.avatar_url} src={me.avatar_url} name={me.authorname} size={128} eager />
      </span>
      <div className={s.words}>
        <div className={s.actions}>
          <Button busy={isSending} disabled={busy} onClick={picture.open}>
            {isSending ? "Uploading…" : me.avatar_url === null ? "Choose a picture" : "Change picture"}
          </Button>
          {me.avatar_url !== null && (
            <Button tone="quiet" busy={sent === null} disabled={busy} onClick={() => change(null)}>
              Remove
            </Button>
          )}
        </div>
        <p className={forms.hint}>JPEG, PNG, GIF, WebP or BMP, up to 10 MB.</p>
        {picture.field}
        <p role="status" className={section.saved}>
          {said}
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
            onClose={() => setFile(null)}
            onUnreadable={() => cropped(null)}
            onDone={cropped}
          />
        </Suspense>
      )}
    </div>
  );
}
