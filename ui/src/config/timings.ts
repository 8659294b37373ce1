/** Times and distances of behaviour (spec section 9). Milliseconds unless the name says otherwise. */
export const HIDE_IMAGES_POLL_MS = 1_000;
export const REFERRAL_VALID_MS = 30 * 24 * 60 * 60 * 1_000;

export const carousel = {
  /** Cards that are rendered in full at once, with their neighbours. */
  preload: 4,
  /** Cards whose pictures load eagerly. */
  eager: 3,
  /** How far outside the view a card is made ready, in CSS pixels. */
  marginPx: 300,
  /** The visible part of a card that counts as an impression. */
  impressionRatio: 0.5,
} as const;
