import { useEffect, useState, useSyncExternalStore } from "react";
import { useUnsaved } from "../../../design/forms/useUnsaved";
import { paths } from "../../../lib/paths";
import { authoringApi } from "../api";
import { NEW } from "../journal/record";
import type { DraftSession } from "../model/session";
import { FieldUploads } from "./fieldUploads";
import { noteUpload } from "./Verdicts";

/**
 * The uploads of an open draft, which is created first where it is new. What is kept is sent again once the connection is
 * back; leaving the editor before that asks first.
 */
export function useFieldUploads(session: Pick<DraftSession, "stored">, id: string | null): FieldUploads {
  const [uploads] = useState(
    () =>
      new FieldUploads(async (file) => {
        const { key } = await authoringApi.uploadImage(await session.stored(), file);
        noteUpload(key, file);
        return key;
      }),
  );
  useEffect(() => {
    addEventListener("online", uploads.retryAll);
    return () => removeEventListener("online", uploads.retryAll);
  }, [uploads]);
  useUnsaved(useSyncExternalStore(uploads.subscribe, uploads.isAnyKept), paths.draft(id ?? NEW));
  return uploads;
}
