import type { AvatarMetric, ScenarioEngram, ScenarioPoster, ScenarioSummary } from "../../api/types";
import { revealed } from "../../lib/revealed";
import { PLAYER } from "./names";

/** Characters a card shows of each text (spec 2.6). */
export const CARD_LIMITS = { displayName: 40, authorname: 22, tagline: 120 } as const;

/** The picture of a card in CSS pixels (spec section 7). */
export const CARD_PICTURE = { width: 233, height: 350 } as const;

/** The widths a card is offered in: 1x, 2x and 3x of its picture (spec section 7), and what a phone shows at 2x. */
export const CARD_WIDTHS = [233, 384, 466, 699] as const;

/** The picture of a card of a row; `.carousel-track > .card` sets how wide it is. */
export const ROW_PICTURE = {
  ...CARD_PICTURE,
  widths: CARD_WIDTHS,
  sizes: "(width < 768px) 154px, 233px",
} as const;

/** The picture of a card of a grid: two abreast on a phone, and about as wide as in a row from there on (`.card-grid`). */
export const GRID_PICTURE = {
  ...CARD_PICTURE,
  widths: CARD_WIDTHS,
  sizes: "(width < 560px) 46vw, 233px",
} as const;

const EXPLICIT_CLASSES: ReadonlySet<string> = new Set(["Porn", "Hentai"]);
const EXPLICIT_PROBABILITY = 0.6;

/** Spec section 9: the most probable class is Porn or Hentai, or either is above 0.6. */
export function isExplicit(metrics: readonly AvatarMetric[]): boolean {
  let top: AvatarMetric | undefined;
  for (const metric of metrics) {
    if (EXPLICIT_CLASSES.has(metric.className) && metric.probability > EXPLICIT_PROBABILITY) return true;
    if (top === undefined || metric.probability > top.probability) top = metric;
  }
  return top !== undefined && EXPLICIT_CLASSES.has(top.className);
}

type Judged = Pick<ScenarioPoster, "explicit"> & Partial<Pick<ScenarioSummary, "avatarMetrics">>;

/** Whether a scenario's pictures are blurred for this visitor. */
export function isBlurred(scenario: Judged, showNSFW: boolean): boolean {
  return !showNSFW && (scenario.explicit || isExplicit(scenario.avatarMetrics ?? []));
}

/** The address of one of a scenario's pictures, or of a portrait of its cast, for this visitor. */
export function pictureFor<Src extends string | null>(
  src: Src,
  scenario: Judged,
  showNSFW: boolean,
): Src | string {
  const isShown = showNSFW && isBlurred(scenario, false);
  return src !== null && isShown ? revealed(src) : src;
}

/** The name a card shows; spec section 3: the default is 'Untitled'. */
export function titleOf(displayName: string): string {
  return displayName.trim() === "" ? "Untitled" : displayName;
}

/** Who the player is to somebody who has not said under which name they play: the role that the author suggests. */
export const playerNameOf = ({ name }: ScenarioEngram["playerRole"]): string => name.trim() || PLAYER;
