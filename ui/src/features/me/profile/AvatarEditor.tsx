import { lazy, Suspense, useState } from "react";
import { call } from "../../../api/client";
import { failedConnection } from "../../../api/errors";
import type { Me } from "../../../api/person";
import type { AvatarUrls } from "../../../api/types";
import { Avatar } from "../../../design/Avatar";
import { Button } from "../../../design/Button";
import { FormMessage } from "../../../design/forms/FormMessage";
import { useShowMe } from "../useMe";
import s from "./AvatarEditor.module.css";
import section from "./Section.module.css";
import { usePictureField, withPicture } from "./usePictureField";

const Cropper = lazy(() => import("./Cropper"));

const NO_PICTURE: AvatarUrls = {
  thumbnail: null,
  thumbnail_mobile: null,
  avatar: null,
  banner: null,
  fullres: null,
};

/** The portrait: choose a picture, set its frame, or take it away. */
export function AvatarEditor({ me }: { me: Me }) {
  const show = useShowMe();
  const [file, setFile] = useState<File | null>(null);
  const [busy, setBusy] = useState<"upload" | "remove" | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [done, setDone] = useState("");

  const picture = usePictureField({
    label: "Picture",
    onChosen: setFile,
    onChecked: (wrong) => {
      setDone("");
      setError(wrong);
    },
  });

  const run = async (what: "upload" | "remove", deed: () => Promise<AvatarUrls>, said: string) => {
    setBusy(what);
    setError(null);
    try {
      const urls = await deed();
      show((now) => ({ ...now, avatar_urls: urls, avatar_url: urls.avatar }));
      setDone(said);
    } catch (cause) {
      setError(failedConnection(cause).message);
    } finally {
      setBusy(null);
    }
  };

  return (
    <div className={s.portrait}>
      <span className={s.picture} data-busy={busy !== null || undefined}>
        <Avatar key={me.avatar_url} src={me.avatar_url} name={me.authorname} size={128} eager />
      </span>
      <div className={s.words}>
        <div className={s.actions}>
          <Button busy={busy === "upload"} disabled={busy !== null} onClick={picture.open}>
            {busy === "upload"
              ? "Uploading…"
              : me.avatar_url === null
                ? "Choose a picture"
                : "Change picture"}
          </Button>
          {me.avatar_url !== null && (
            <Button
              tone="quiet"
              busy={busy === "remove"}
              disabled={busy !== null}
              onClick={() =>
                void run(
                  "remove",
                  async () => {
                    await call("DELETE /users/me/avatar");
                    return NO_PICTURE;
                  },
                  "Picture removed.",
                )
              }
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
              setError("Couldn’t read this picture. Try another one.");
            }}
            onDone={(portrait) => {
              setFile(null);
              void run(
                "upload",
                async () => (await call("POST /users/me/avatar", withPicture(portrait))).avatar_urls,
                "Picture updated.",
              );
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
