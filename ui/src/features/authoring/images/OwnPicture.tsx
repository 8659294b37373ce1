import type { DraftImage } from "../types";
import { cropOf, frameOf, ownFrame } from "./crop";
import s from "./DraftPicture.module.css";
import { useImageSize } from "./useImageSize";

interface OwnPictureProps {
  /** The address of its file in this browser. */
  src: string;
  image: DraftImage;
  /** Width to height of its place; without it, the picture keeps its own proportions. */
  ratio: number | undefined;
}

/** An image of the draft from the file that was just chosen: the part of it that readers will see, not blurred. */
export function OwnPicture({ src, image: { crop, focus, alt }, ratio }: OwnPictureProps) {
  const size = useImageSize(src);
  if (size === null) return null;
  const { width, height } = size;
  const place = ratio ?? width / height;
  const part = cropOf(size, place, crop === null ? ownFrame(focus) : frameOf(size, place, crop));
  const view = [part.x * width, part.y * height, part.width * width, part.height * height];
  return (
    <svg
      className={s.picture}
      viewBox={view.join(" ")}
      preserveAspectRatio="xMidYMid slice"
      role="img"
      aria-label={alt}
      aria-hidden={alt === "" || undefined}
    >
      <image href={src} width={width} height={height} />
    </svg>
  );
}
