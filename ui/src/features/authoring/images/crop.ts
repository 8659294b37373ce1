import type { DraftImage } from "../types";

export type Crop = NonNullable<DraftImage["crop"]>;
export type Focus = NonNullable<DraftImage["focus"]>;

/** Width and height in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Where a frame lies on a picture: its middle as fractions of the picture, and how far it is zoomed in. */
export interface Frame {
  readonly x: number;
  readonly y: number;
  /** 1 is the largest frame that fits; more shows less of the picture. */
  readonly zoom: number;
}

export const MAX_ZOOM = 4;
const MIDDLE: Focus = { x: 0.5, y: 0.5 };

/** The places of images, and the proportions (width to height) in which they are shown. */
export const SHAPES = {
  portrait: { ratio: 1 },
  expression: { ratio: 1 },
  cover: { ratio: 2 / 3 },
  banner: { ratio: 3 },
} as const;

export type Shape = keyof typeof SHAPES;

export const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

/** The largest part of these proportions, as fractions of the picture. */
function largest({ width, height }: Size, ratio: number): Size {
  const isWide = width / height > ratio;
  return isWide
    ? { width: (ratio * height) / width, height: 1 }
    : { width: 1, height: width / ratio / height };
}

/** The part of the picture that a frame shows; it never reaches over the edge. */
export function cropOf(picture: Size, ratio: number, frame: Frame): Crop {
  const zoom = clamp(frame.zoom, 1, MAX_ZOOM);
  const { width: w, height: h } = largest(picture, ratio);
  const [width, height] = [w / zoom, h / zoom];
  return {
    x: clamp(frame.x - width / 2, 0, 1 - width),
    y: clamp(frame.y - height / 2, 0, 1 - height),
    width,
    height,
  };
}

/** The frame that shows a part. */
export function frameOf(picture: Size, ratio: number, crop: Crop): Frame {
  return {
    x: crop.x + crop.width / 2,
    y: crop.y + crop.height / 2,
    zoom: clamp(largest(picture, ratio).width / crop.width, 1, MAX_ZOOM),
  };
}

/** The frame in which a picture without one is shown: the largest, as near around its focus point as the edges allow. */
export const ownFrame = (focus: Focus | null): Frame => ({ ...(focus ?? MIDDLE), zoom: 1 });

/** A frame that shows a point: this one, or where the point lies outside, one around it. */
export function frameWith(picture: Size, ratio: number, frame: Frame, point: Focus): Frame {
  const { x, y, width, height } = cropOf(picture, ratio, frame);
  const isInside = point.x >= x && point.x <= x + width && point.y >= y && point.y <= y + height;
  return isInside ? frame : { ...frame, ...point };
}

/** The frame moved by fractions of the picture, as far as the picture goes. */
export function movedFrame(picture: Size, ratio: number, frame: Frame, by: Focus): Frame {
  const moved = cropOf(picture, ratio, { ...frame, x: frame.x + by.x, y: frame.y + by.y });
  return frameOf(picture, ratio, moved);
}
