import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useSession } from "../../../api/session";
import type { Failure } from "../../../design/forms/failure";
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
  /** Uploads it again, where another time may do; that runs by itself once the connection is back. */
  retry: (() => void) | null;
}

/** Whether the same request may succeed later: there was no answer, or the server could not give one. */
const isPassing = ({ status }: Failure) => status === 0 || status === 429 || status >= 500;

/** Uploads a picture to the draft, which is created first where it is new. `onUploaded` is told its key. */
export function useUpload(onUploaded: (key: string) => void): Upload {
  const { session } = useEditor();
  const { state } = useSession();
  /** What is wrong with the file that was chosen. */
  const [unfit, setUnfit] = useState<string | null>(null);
  const chosen = useRef<File | null>(null);
  const [canRetry, setCanRetry] = useState(false);
  const upload = useAction(
    async () => {
      const file = chosen.current;
      if (file === null) return;
      setCanRetry(false);
      const { key } = await authoringApi.uploadImage(await session.stored(), file);
      noteUpload(key);
      onUploaded(key);
    },
    {
      onFailure: (failure) => {
        setCanRetry(isPassing(failure));
        return false;
      },
    },
  );
  const choose = (file: File | undefined) => {
    if (file === undefined) return;
    const why = state === "signedOut" ? SIGNED_OUT : imageFileError(file);
    setUnfit(why);
    setCanRetry(false);
    upload.clear();
    if (why !== null) return;
    chosen.current = file;
    void upload.run();
  };
  const onOnline = useEffectEvent(() => {
    if (canRetry) void upload.run();
  });
  useEffect(() => {
    const again = () => onOnline();
    addEventListener("online", again);
    return () => removeEventListener("online", again);
  }, []);
  return {
    choose,
    busy: upload.busy,
    error: unfit ?? upload.failure,
    retry: canRetry ? () => void upload.run() : null,
  };
}
