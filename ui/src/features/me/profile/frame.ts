/** Where a square frame lies on a picture: its middle, and how many times the picture is enlarged beyond just filling it. */
export interface Framing {
  /** Middle of the frame, as a part of the picture's width and height. */
  x: number;
  y: number;
  /** 1 fills the frame; more shows less of the picture. */
  zoom: number;
}

export interface Size {
  width: number;
  height: number;
}

export const MAX_ZOOM = 4;
export const CENTRED: Framing = { x: 0.5, y: 0.5, zoom: 1 };

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

/** Edge of the square that the frame shows, in the picture's own pixels. */
export function shownEdge({ width, height }: Size, zoom: number): number {
  return Math.min(width, height) / zoom;
}

/** The framing nearest to this one that stays inside the picture. */
export function inside(picture: Size, { x, y, zoom }: Framing): Framing {
  const held = clamp(zoom, 1, MAX_ZOOM);
  const half = shownEdge(picture, held) / 2;
  const marginX = half / picture.width;
  const marginY = half / picture.height;
  return { x: clamp(x, marginX, 1 - marginX), y: clamp(y, marginY, 1 - marginY), zoom: held };
}

/** The square to cut out, in the picture's own pixels. */
export function cut(picture: Size, framing: Framing): { left: number; top: number; edge: number } {
  const held = inside(picture, framing);
  const edge = shownEdge(picture, held.zoom);
  return { left: held.x * picture.width - edge / 2, top: held.y * picture.height - edge / 2, edge };
}

/** The framing after a drag `by` screen pixels, in a frame of that edge. */
export function dragged(picture: Size, from: Framing, by: { x: number; y: number }, frame: number): Framing {
  const scale = shownEdge(picture, from.zoom) / frame;
  return inside(picture, {
    ...from,
    x: from.x - (by.x * scale) / picture.width,
    y: from.y - (by.y * scale) / picture.height,
  });
}
