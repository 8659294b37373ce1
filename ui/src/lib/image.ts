/** Addresses of the image optimiser (`/_image`). Spec section 7, "Image optimization", and section 9. */

/** Sharper screens than this get no larger picture. */
export const DPR_CAP = 3;
export const DEFAULT_QUALITY = 80;

/** Shown when neither the optimised nor the original picture loads: the logo, drawn for the place it stands in. */
export function defaultPicture({ width, height }: { width: number; height: number }): string {
  if (width === height) return "/default-avatar.webp";
  return height > width ? "/default-cover.webp" : "/logo.svg";
}

export interface ImageBox {
  /** CSS pixels. */
  width: number;
  /** CSS pixels; without it the picture keeps its own proportions. */
  height?: number;
  /** 1 to 100. */
  quality?: number;
}

const NEVER_OPTIMISED = /^(data:|blob:)|\.svg(\?|#|$)|^\/_image\?/i;

/** Addresses that name this machine or one beside it: the optimiser fetches nothing from there (spec section 5). */
const LOCAL_HOST =
  /^(https?:)?\/\/(localhost|[\w.-]+\.(localhost|local)|127(\.\d{1,3}){3}|0\.0\.0\.0|\[::1\])(:\d+)?([/?#]|$)/i;

/** SVG, data addresses, pictures that are optimised already and those of local hosts are used as they are. */
export function canOptimise(src: string): boolean {
  return !NEVER_OPTIMISED.test(src) && !LOCAL_HOST.test(src);
}

/** The point of a portrait that stays in view where its author has set none (`media/frame.rs`): about the head. */
const HEAD = "focus=0.5,0.3";

/** The address of a portrait in a place of another shape: a tall picture keeps its upper part, unless its author chose. */
export function portraitFor(src: string): string {
  if (!src.startsWith("/media/") || /[?&](crop|focus)=/.test(src)) return src;
  return `${src}${src.includes("?") ? "&" : "?"}${HEAD}`;
}

/** What stands in a query as it is: our own addresses do. */
const PLAIN = /^[\w./-]*$/;

/** The part of an optimiser address that all sizes share. */
function address(src: string): string {
  return `/_image?url=${PLAIN.test(src) ? src : encodeURIComponent(src).replaceAll("%2F", "/")}`;
}

/** By default: cover for a box, and the browser's best format. */
function query(box: ImageBox, density: number): string {
  const quality = Math.min(100, Math.max(1, Math.round(box.quality ?? DEFAULT_QUALITY)));
  const height = box.height === undefined ? "" : `&h=${box.height * density}`;
  return `&w=${box.width * density}&q=${quality}${height}`;
}

/** The optimiser's address for one density. */
export function optimised(src: string, box: ImageBox, density = 1): string {
  return canOptimise(src) ? address(src) + query(box, density) : src;
}

/** `… 1x, … 2x, … 3x`, or undefined for a picture that is used as it is. */
export function srcSet(src: string, box: ImageBox): string | undefined {
  if (!canOptimise(src)) return undefined;
  const base = address(src);
  const sets: string[] = [];
  for (let density = 1; density <= DPR_CAP; density += 1) {
    sets.push(`${base}${query(box, density)} ${density}x`);
  }
  return sets.join(", ");
}
