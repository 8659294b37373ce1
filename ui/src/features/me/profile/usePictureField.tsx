import { type ReactNode, useRef } from "react";
import { useSession } from "../../../api/session";
import { IMAGE_TYPES, imageFileError } from "../../../lib/imageFile";

interface PictureField {
  /** Opens the browser's own window for choosing a file. */
  open: () => void;
  /** The field behind it, which nobody sees. */
  field: ReactNode;
}

interface PictureFieldProps {
  /** What the picture is of, for screen readers. */
  label: string;
  onChosen: (file: File) => void;
  /** Whenever a file was looked at: why it cannot be taken, or null. */
  onChecked: (wrong: string | null) => void;
}

/** Choosing a picture from this device. */
export function usePictureField({ label, onChosen, onChecked }: PictureFieldProps): PictureField {
  const { state } = useSession();
  const input = useRef<HTMLInputElement>(null);
  return {
    open: () => input.current?.click(),
    field: (
      <input
        ref={input}
        type="file"
        accept={IMAGE_TYPES.join(",")}
        className="sr-only"
        tabIndex={-1}
        aria-label={label}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          // The same file can be chosen again after it was turned down.
          currentTarget.value = "";
          if (file === undefined) return;
          // The session may have ended in another tab while the file was looked for.
          const wrong = state === "signedOut" ? "User not logged in" : imageFileError(file);
          onChecked(wrong);
          if (wrong === null) onChosen(file);
        }}
      />
    ),
  };
}
