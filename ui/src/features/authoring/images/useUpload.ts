import { useState } from "react";
import { useSession } from "../../../api/session";
import { useAction } from "../../../design/forms/useAction";
import { imageFileError } from "../../../lib/imageFile";
import { authoringApi } from "../api";
import { useEditor } from "../editor/EditorContext";
import { noteUpload } from "./Verdicts";

/** What is said where somebody has signed out meanwhile. Spec section 5, "Avatar upload". */
export const SIGNED_OUT = "User not logged in";

export interface Upload {
  /** Uploads a file; undefined, or one that cannot be a picture, is not. */
  choose: (file: File | undefined) => void;
  busy: boolean;
  /** Why the last one was not uploaded. */
  error: string | null;
}

/** Uploads a picture to the draft, which is created first where it is new. `onUploaded` is told its key. */
export function useUpload(onUploaded: (key: string) => void): Upload {
  const { session } = useEditor();
  const { state } = useSession();
  /** What is wrong with the file that was chosen. */
  const [unfit, setUnfit] = useState<string | null>(null);
  const upload = useAction(async (file: File) => {
    const { key } = await authoringApi.uploadImage(await session.stored(), file);
    noteUpload(key);
    onUploaded(key);
  });
  const choose = (file: File | undefined) => {
    if (file === undefined) return;
    const why = state === "signedOut" ? SIGNED_OUT : imageFileError(file);
    setUnfit(why);
    upload.clear();
    if (why === null) void upload.run(file);
  };
  return { choose, busy: upload.busy, error: unfit ?? upload.failure };
}
