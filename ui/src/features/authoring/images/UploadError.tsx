import { Button } from "../../../design/Button";
import { FormMessage } from "../../../design/forms/FormMessage";
import s from "./UploadError.module.css";
import type { Upload } from "./useUpload";

/** Why a picture was not uploaded. What may still be uploaded need not be chosen again. */
export function UploadError({ error, kept }: Pick<Upload, "error" | "kept">) {
  if (error === null) return null;
  if (kept === null) return <FormMessage>{error}</FormMessage>;
  return (
    <FormMessage>
      <div className={s.row}>
        <div>
          <p>{error}</p>
          <p>What you chose is sent again once the connection is back.</p>
        </div>
        <div className={s.tools}>
          <Button onClick={kept.retry}>Try again</Button>
          <Button tone="quiet" onClick={kept.giveUp}>
            Discard
          </Button>
        </div>
      </div>
    </FormMessage>
  );
}
