import { useRef, useState } from "react";
import { failedConnection } from "../../../api/errors";
import { useSession } from "../../../api/session";
import { useUnsaved } from "../../../design/forms/useUnsaved";
import { imageFileError } from "../../../lib/imageFile";
import { paths } from "../../../lib/paths";
import { authoringApi } from "../api";
import { useEditor } from "../editor/EditorContext";
import { NEW } from "../journal/record";
import { SIGNED_OUT } from "./useUpload";
import { noteUpload } from "./Verdicts";

/** How often a file waits where the server asks for a pause, and for how long if it does not say; in milliseconds. */
const MAX_PAUSES = 5;
const PAUSE_MS = 5_000;

export interface Uploaded {
  /** The picture’s blob key. */
  readonly key: string;
  readonly file: File;
}

/** A file that became no picture, and why. */
export interface LeftOut {
  readonly name: string;
  readonly why: string;
}

/** How far it is. */
export interface UploadProgress {
  /** The name of the file that is on its way. */
  readonly name: string;
  readonly done: number;
  readonly count: number;
}

export interface Uploads {
  /**
   * Uploads files, one after the other, to the draft, which is created first where it is new. Never rejects:
   * what cannot be uploaded is left out. Files after a stop are in neither list.
   */
  run: (files: readonly File[]) => Promise<{ done: Uploaded[]; leftOut: LeftOut[] }>;
  /** Null while nothing is uploaded. */
  progress: UploadProgress | null;
  /** Uploads no further file; those that have arrived stay. */
  stop: () => void;
}

/** Files that can be pictures, and what is wrong with the others. */
export function sorted(files: readonly File[]): { fit: File[]; leftOut: LeftOut[] } {
  const fit: File[] = [];
  const leftOut: LeftOut[] = [];
  for (const file of files) {
    const why = imageFileError(file);
    if (why === null) fit.push(file);
    else leftOut.push({ name: file.name, why });
  }
  return { fit, leftOut };
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Uploads one file, with the pauses that the server asks for when there are many. */
async function uploadPatiently(id: string, file: File): Promise<string> {
  for (let pauses = 0; ; pauses += 1) {
    try {
      return (await authoringApi.uploadImage(id, file)).key;
    } catch (cause) {
      const { status, retryAfterSecs } = failedConnection(cause);
      if (status !== 429 || pauses >= MAX_PAUSES) throw cause;
      await pause(retryAfterSecs === null ? PAUSE_MS : retryAfterSecs * 1_000);
    }
  }
}

/** Uploads many pictures at once; leaving the editor meanwhile asks first. */
export function useUploads(): Uploads {
  const { session, id } = useEditor();
  const { state } = useSession();
  const [progress, setProgress] = useState<UploadProgress | null>(null);
  const stopped = useRef(false);
  useUnsaved(progress !== null, paths.draft(id ?? NEW));

  const run = async (files: readonly File[]) => {
    const done: Uploaded[] = [];
    const leftOut: LeftOut[] = [];
    stopped.current = false;
    /** Why nothing more can arrive. */
    let end = state === "signedOut" ? SIGNED_OUT : null;
    for (const [at, file] of files.entries()) {
      if (stopped.current) break;
      setProgress({ name: file.name, done: at, count: files.length });
      try {
        if (end === null) {
          const key = await uploadPatiently(await session.stored(), file);
          noteUpload(key, file);
          done.push({ key, file });
        }
      } catch (cause) {
        const { status, message } = failedConnection(cause);
        // Without a line, or signed in as nobody, the others would fail alike.
        if (status === 0 || status === 401) end = message;
        else leftOut.push({ name: file.name, why: message });
      }
      if (end !== null) leftOut.push({ name: file.name, why: end });
    }
    setProgress(null);
    return { done, leftOut };
  };
  return {
    run,
    progress,
    stop: () => {
      stopped.current = true;
    },
  };
}
