import { type ChangeEvent, lazy, Suspense, useRef, useState } from "react";
import { send } from "../../../api/client";
import { failedConnection } from "../../../api/errors";
import type { Me } from "../../../api/person";
import { useSession } from "../../../api/session";
import type { AvatarUrls } from "../../../api/types";
import { Avatar } from "../../../design/Avatar";
import { Button } from "../../../design/Button";
import { FormMessage } from "../../../design/Field";
import { useShowMe } from "../useMe";
import { AVATAR_TYPES, avatarError } from "./rules";

const Cropper = lazy(() => import("./Cropper"));

/** A picture may take a while on a phone's line, in milliseconds. */
const UPLOAD_MS = 90_000;

const NO_PICTURE: AvatarUrls = {
  thumbnail: null,
  thumbnail_mobile: null,
  avatar: null,
  banner: null,
  fullres: null,
};

function upload(picture: Blob): Promise<{ avatar_urls: AvatarUrls }> {
  const body = new FormData();
  body.append("file", picture, `portrait.${picture.type.split("/")[1] ?? "webp"}`);
  return send("/users/me/avatar", { method: "POST", body, timeoutMs: UPLOAD_MS });
}

/** The portrait: choose a picture, set its frame, or take it away. */
export function AvatarEditor({ me }: { me: Me }) {
  const show = useShowMe();
  const session = useSession();
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [busy, setBusy] = useState<"upload" | "remove" | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [done, setDone] = useState("");

  const chosen = (event: ChangeEvent<HTMLInputElement>) => {
    const picked = event.currentTarget.files?.[0];
    // The same file can be chosen again after it was turned down.
    event.currentTarget.value = "";
    if (picked === undefined) return;
    setDone("");
    // The session may have ended in another tab while the file was looked for.
    const wrong = session.state === "signedOut" ? "User not logged in" : avatarError(picked);
    setError(wrong);
    if (wrong === null) setFile(picked);
  };

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
    <div className="portrait">
      <span className="portrait-picture" data-busy={busy !== null || undefined}>
        <Avatar key={me.avatar_url} src={me.avatar_url} name={me.authorname} size={128} eager />
      </span>
      <div className="portrait-words">
        <div className="portrait-actions">
          <Button busy={busy === "upload"} disabled={busy !== null} onClick={() => input.current?.click()}>
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
                    await send("/users/me/avatar", { method: "DELETE" });
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
        <input
          ref={input}
          type="file"
          accept={AVATAR_TYPES.join(",")}
          className="sr-only"
          tabIndex={-1}
          aria-label="Picture"
          onChange={chosen}
        />
        <p role="status" className="account-saved">
          {done}
        </p>
      </div>
      {error !== null && (
        <div className="portrait-error">
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
            onDone={(picture) => {
              setFile(null);
              void run("upload", async () => (await upload(picture)).avatar_urls, "Picture updated.");
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
