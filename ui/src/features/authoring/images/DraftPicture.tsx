import { useState } from "react";
import { optimised, portraitFor } from "../../../lib/image";
import { framedUrl, imageUrl } from "../model/draft";
import type { DraftImage } from "../types";
import s from "./DraftPicture.module.css";
import { OwnPicture } from "./OwnPicture";
import { useOwnFile, useShownAt } from "./Verdicts";

interface DraftPictureProps {
  image: DraftImage;
  /** Widest size in CSS pixels. */
  width: number;
  /** Width to height of its place; without it, the picture keeps its own proportions. */
  ratio?: number;
}

/** An image of the draft as readers will see it. It fills its frame. */
export function DraftPicture({ image, width, ratio }: DraftPictureProps) {
  // Only portraits are square.
  const framed = ratio === 1 ? portraitFor(framedUrl(image)) : framedUrl(image);
  const shownAt = useShownAt(image.key);
  const own = useOwnFile(image.key);
  // What the optimiser cannot make is shown as it is.
  const [failed, setFailed] = useState<string | null>(null);
  const box = {
    width: width * 2,
    ...(ratio !== undefined && { height: Math.round((width * 2) / ratio) }),
  };
  if (own !== null) return <OwnPicture src={own} image={image} ratio={ratio} />;
  return (
    <img
      className={s.picture}
      src={shownAt(failed === framed ? imageUrl(image.key) : optimised(framed, box))}
      alt={image.alt}
      decoding="async"
      onError={() => setFailed(framed)}
    />
  );
}
