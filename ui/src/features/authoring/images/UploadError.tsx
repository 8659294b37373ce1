import { Button } from "../../../design/Button";
import { FormMessage } from "../../../design/forms/FormMessage";
import s from "./UploadError.module.css";
import type { Upload } from "./useUpload";

/** Why a picture was not uploaded. What may still be uploaded need not be chosen again. */
export function UploadError({ error, retry }: Pick<Upload, "error" | "retry">) {
  if (error === null) return null;
  if (retry === null) return <FormMessage>{error}</FormMessage>;
  return (
    <FormMessage>
      <div className={s.row}>
        <div>
          <p>{error}</p>
          <p>What you chose is sent again once the connection is back.</p>
        </div>
        <Button onClick={retry}>Try again</Button>
      </div>
    </FormMessage>
  );
}
