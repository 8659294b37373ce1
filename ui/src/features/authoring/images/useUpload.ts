import { useState } from "react";
import { useSession } from "../../../api/session";
import { useAction } from "../../../design/forms/useAction";
import { imageFileError } from "../../../lib/imageFile";
import { authoringApi } from "../api";
import { useEditor } from "../editor/EditorContext";

export interface Upload {
  /** Uploads files, one after the other; none if one of them cannot be a picture. */
  choose: (files: readonly File[]) => void;
  busy: boolean;
  /** Why the last one was not uploaded. */
  error: string | null;
}

/** Uploads pictures to the draft, which is created first where it is new. `onUploaded` is told the key of each. */
export function useUpload(onUploaded: (key: string, file: File) => void): Upload {
  const { session } = useEditor();
  const { state } = useSession();
  /** What is wrong with the files that were chosen. */
  const [unfit, setUnfit] = useState<string | null>(null);
  const upload = useAction(async (files: readonly File[]) => {
    for (const file of files) {
      const { key } = await authoringApi.uploadImage(await session.stored(), file);
      onUploaded(key, file);
    }
  });
  const choose = (files: readonly File[]) => {
    if (files.length === 0) return;
    const wrong = files.map(imageFileError).find((error) => error !== null) ?? null;
    const why = state === "signedOut" ? "User not logged in" : wrong;
    setUnfit(why);
    upload.clear();
    if (why === null) void upload.run(files);
  };
  return { choose, busy: upload.busy, error: unfit ?? upload.failure };
}
