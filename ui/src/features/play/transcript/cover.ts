/** What is there of something from top to bottom, in pixels of the window. */
type Extent = Pick<DOMRect, "top" | "bottom">;

/**
 * How far to scroll so that all of `box` is in `view`, with a margin; 0 where it is. Of what is taller than the view the lower end is
 * shown: there the buttons are.
 */
export function cover(box: Extent, view: Extent, margin: number): number {
  const below = box.bottom + margin - view.bottom;
  if (below > 0) return below;
  // Coming from above it does not push its own lower end out of the view.
  return Math.max(Math.min(box.top - margin - view.top, 0), below);
}
