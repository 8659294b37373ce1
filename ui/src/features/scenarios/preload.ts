import type { HeadImage } from "../../api/page";
import type { ScenarioSummary } from "../../api/types";
import { pictureSources } from "../../design/Picture";
import { CARD_PICTURE, CARD_WIDTHS, pictureFor } from "./rules";

/** How the banner is laid out: as wide as the stage, never cropped by width. */
export const BANNER = { width: 1920, height: 720, widths: [640, 960, 1280, 1920], sizes: "100vw" } as const;

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
export function cardPreload(scenario: ScenarioSummary, showNSFW: boolean, sizes?: string): HeadImage[] {
  const picture = pictureFor(scenario.avatar_urls.avatar, scenario, showNSFW);
  return preload(picture, { ...CARD_PICTURE, ...(sizes !== undefined && { widths: CARD_WIDTHS, sizes }) });
}
