import { useEffect, useSyncExternalStore } from "react";
import { useSession } from "../../../api/session";
import { imageFileError } from "../../../lib/imageFile";
import { useEditor } from "../editor/EditorContext";

/** What is said where somebody has signed out meanwhile. Spec section 5, "Avatar upload". */
export const SIGNED_OUT = "User not logged in";

export interface Upload {
  /** Uploads a file; undefined, or one that cannot be a picture, is not. */
  choose: (file: File | undefined) => void;
  busy: boolean;
  /** Why the last one was not uploaded. */
  error: string | null;
  /** What can be done with a picture that is kept, because another time may do. */
  kept: { retry: () => void; giveUp: () => void } | null;
}

/** Uploads the picture of a field. `onUploaded` is told its key, also when the field is off the screen by then. */
export function useUpload(field: string, onUploaded: (key: string) => void): Upload {
  const { uploads } = useEditor();
  const { state: signedIn } = useSession();
  const state = useSyncExternalStore(uploads.subscribe, () => uploads.stateOf(field));
  useEffect(() => uploads.bind(field, onUploaded));
  useEffect(() => () => uploads.leave(field), [uploads, field]);
  return {
    choose: (file) => {
      if (file !== undefined)
        uploads.choose(field, file, signedIn === "signedOut" ? SIGNED_OUT : imageFileError(file));
    },
    busy: state.at === "busy",
    error: state.at === "failed" ? state.message : null,
    kept:
      state.at === "failed" && state.canRetry
        ? { retry: () => uploads.retry(field), giveUp: () => uploads.giveUp(field) }
        : null,
  };
}
