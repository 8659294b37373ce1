/** Cookies the browser writes, with their life in days (spec section 9). */
export const cookies = {
  theme: { name: "theme", days: 365 },
  hideImages: { name: "hideImages", days: 365 },
  showNSFW: { name: "showNSFW", days: 365 },
  hideSubscriptionWarning: { name: "hideSubscriptionWarning", days: 30 },
  visited: { name: "visited", days: 14 },
  campaign: { name: "campaign", days: 30 },
  experiment: { name: "exID", days: 30 },
  experimentGroup: { name: "grID", days: 30 },
} as const;

/** Local storage keys. */
export const storageKeys = {
  referral: "dramatis.referral",
  session: "dramatis.session",
} as const;
