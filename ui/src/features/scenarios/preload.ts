import type { HeadImage } from "../../api/page";
import type { ScenarioPoster } from "../../api/types";
import { pictureSources } from "../../design/Picture";
import { type GRID_PICTURE, pictureFor, type ROW_PICTURE } from "./rules";

/** How the banner is laid out: as wide as the page, never cropped by width. */
export const BANNER = { width: 1920, height: 720, widths: [640, 960, 1280, 1920], sizes: "100vw" } as const;

/**
 * The poster stands beside the titles from this width of the window on; `.poster` of `ScenarioHead.module.css` has the
 * same.
 */
export const POSTER_FROM = 1024;

/** The first picture of a page, for its head. */
export function preload(
  src: string | null,
  box: Omit<Parameters<typeof pictureSources>[0], "src">,
): HeadImage[] {
  if (src === null) return [];
  const sources = pictureSources({ src, ...box });
  return [
    {
      href: sources.src,
      ...(sources.srcSet !== undefined && { imagesrcset: sources.srcSet }),
      ...(sources.sizes !== undefined && { imagesizes: sources.sizes }),
    },
  ];
}

/** The picture of a card, for the head of a page whose first picture it is. */
export function cardPreload(
  scenario: ScenarioPoster,
  showNSFW: boolean,
  layout: typeof ROW_PICTURE | typeof GRID_PICTURE,
): HeadImage[] {
  return preload(pictureFor(scenario.picture, scenario, showNSFW), layout);
}
