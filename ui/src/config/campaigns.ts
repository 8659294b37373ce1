/** The campaign that stands for a random pick among funnel variants (spec 2.3). */
export const YMO = "ymo";

/** Its four variants: no funnel, vibe, emotion, benefits. */
export const YMO_VARIANTS = ["nofunnel", "vibe", "emotion", "benefits"] as const;

/** The variant that goes straight to the home page, without the Blurb page. */
export const YMO_NO_FUNNEL = YMO_VARIANTS[0];
