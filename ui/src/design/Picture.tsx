import { type SyntheticEvent, useEffect, useRef } from "react";
import { defaultPicture, type ImageBox, optimised, srcSet } from "../lib/image";

interface PictureProps {
  /** Root-relative address of the original (`/media/…`). */
  src: string;
  /** Empty for a picture whose meaning is written beside it. */
  alt: string;
  /** Layout size in CSS pixels; reserved before the picture arrives. */
  width: number;
  height: number;
  /** Eager pictures are in the first view. */
  eager?: boolean;
  /** The one picture the first view is waiting for. */
  high?: boolean;
  /** Widths for a picture that follows its column (with `sizes`); otherwise it is offered at 1x, 2x and 3x. */
  widths?: readonly number[];
  sizes?: string;
  /** Shown from this width of the window on; below it nothing is fetched. */
  from?: number;
  className?: string;
}

/** A picture of nothing. */
const BLANK = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==";

/** Attributes of an optimised picture, for `<img>` and for a page's `preloadImages`. */
export function pictureSources({
  src,
  width,
  height,
  widths,
  sizes,
}: Pick<PictureProps, "src" | "width" | "height" | "widths" | "sizes">): {
  src: string;
  srcSet: string | undefined;
  sizes: string | undefined;
} {
  const box: ImageBox = { width, height };
  if (widths === undefined) return { src: optimised(src, box), srcSet: srcSet(src, box), sizes: undefined };
  const ratio = height / width;
  const set = widths.map((w) => `${optimised(src, { width: w, height: Math.round(w * ratio) })} ${w}w`);
  return { src: optimised(src, box), srcSet: set.join(", "), sizes };
}

/** Spec section 4: optimised picture, then the original, then the default logo, then stop. */
function fallBack(image: HTMLImageElement, original: string): void {
  const stage = image.dataset.fallback;
  if (stage === "logo") return;
  const next = stage === undefined && image.getAttribute("src") !== original ? "original" : "logo";
  image.dataset.fallback = next;
  image.removeAttribute("srcset");
  const place = { width: Number(image.getAttribute("width")), height: Number(image.getAttribute("height")) };
  image.src = next === "original" ? original : defaultPicture(place);
}

export function Picture({
  src,
  alt,
  width,
  height,
  eager = false,
  high = false,
  widths,
  sizes,
  from,
  className,
}: PictureProps) {
  const image = useRef<HTMLImageElement>(null);
  const sources = pictureSources({
    src,
    width,
    height,
    ...(widths !== undefined && { widths }),
    ...(sizes !== undefined && { sizes }),
  });

  // A picture that failed before the script arrived has sent its error event to nobody.
  useEffect(() => {
    const element = image.current;
    if (element === null) return;
    delete element.dataset.fallback;
    if (element.complete && element.naturalWidth === 0 && element.currentSrc !== "") fallBack(element, src);
  }, [src]);

  const shown = (
    <img
      ref={image}
      src={sources.src}
      srcSet={sources.srcSet}
      sizes={sources.sizes}
      alt={alt}
      width={width}
      height={height}
      loading={eager ? undefined : "lazy"}
      decoding="async"
      fetchPriority={high ? "high" : undefined}
      className={className}
      onError={(event: SyntheticEvent<HTMLImageElement>) => fallBack(event.currentTarget, src)}
    />
  );
  if (from === undefined) return shown;
  return (
    <picture>
      <source media={`(width < ${from}px)`} srcSet={BLANK} />
      {shown}
    </picture>
  );
}
