import { expect, test } from "vitest";
import { CARD_LIMITS, CARD_PICTURE } from "../features/scenarios/rules";
import { DEFAULT_QUALITY, DPR_CAP } from "../lib/image";
import { breakpoints } from "./breakpoints";
import { YMO_VARIANTS } from "./campaigns";
import { cookies } from "./cookies";
import { carousel, HIDE_IMAGES_POLL_MS, REFERRAL_VALID_MS } from "./timings";

/** Spec section 9, the rows that the client alone keeps, in its words. */
test.each([
  ["Narrow settings layout", breakpoints.narrowSettings, 620],
  ["Full side menu", breakpoints.sideMenu, 1633],
  ["Mobile home", breakpoints.mobileHome, 768],
  ["Carousel arrows", breakpoints.carouselArrows, 540],
  ["Perk text layouts", breakpoints.perk, 522],
  ["Promo features", [breakpoints.promo, breakpoints.promoWide], [797, 1220]],
  ["Hide-images cookie, days", cookies.hideImages.days, 365],
  ["Hide-images poll", HIDE_IMAGES_POLL_MS, 1_000],
  ["Hide-subscription-warning cookie, days", cookies.hideSubscriptionWarning.days, 30],
  ["Hide-impersonation cookie, days", cookies.hideImpersonation.days, 365],
  ["Visited cookie, days", cookies.visited.days, 14],
  ["Referral validity, days", REFERRAL_VALID_MS / 86_400_000, 30],
  ["Campaign funnel variants", YMO_VARIANTS.length, 4],
  ["Carousel", carousel, { preload: 4, eager: 3, marginPx: 300, impressionRatio: 0.5 }],
  ["Image", [DPR_CAP, DEFAULT_QUALITY], [3, 80]],
  ["Thumbnail card", CARD_PICTURE, { width: 233, height: 350 }],
  ["Card texts", CARD_LIMITS, { displayName: 40, authorname: 22, tagline: 120 }],
])("%s", (_name, ours, expected) => expect(ours).toEqual(expected));
