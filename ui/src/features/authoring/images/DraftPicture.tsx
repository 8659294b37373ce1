import { useCallback, useState } from "react";
import { optimised } from "../../../lib/image";
import { imageUrl } from "../model/draft";
import type { DraftImage } from "../types";
import s from "./DraftPicture.module.css";

interface DraftPictureProps {
  image: DraftImage;
  /** Widest size in CSS pixels. */
  width: number;
}

/** An image of the draft as its place shows it: its part, or around its focus point. It fills its frame. */
export function DraftPicture({ image: { key, alt, crop, focus }, width }: DraftPictureProps) {
  // What the optimiser cannot make is shown as it is.
  const [failedKey, setFailedKey] = useState<string | null>(null);
  const original = imageUrl(key);
  const src = failedKey === key ? original : optimised(original, { width: width * 2 });
  const onError = () => setFailedKey(key);
  // The policy of the page forbids style attributes.
  const aim = useCallback(
    (element: HTMLImageElement | null) => {
      if (element !== null)
        element.style.objectPosition = focus === null ? "" : `${focus.x * 100}% ${focus.y * 100}%`;
    },
    [focus],
  );
  if (crop === null)
    return <img ref={aim} className={s.picture} src={src} alt={alt} decoding="async" onError={onError} />;
  return (
    <svg
      className={s.picture}
      viewBox={`${crop.x} ${crop.y} ${crop.width} ${crop.height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={alt}
      aria-hidden={alt === "" || undefined}
    >
      <image href={src} width="1" height="1" preserveAspectRatio="none" onError={onError} />
    </svg>
  );
}
