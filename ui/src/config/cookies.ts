/** Cookies the browser writes, with their life in days (spec section 9). */
export const cookies = {
  theme: { name: "theme", days: 365 },
  hideImages: { name: "hideImages", days: 365 },
  showNSFW: { name: "showNSFW", days: 365 },
  /** Marks showNSFW as the visitor's own answer to the 18+ warning and not a campaign's doing. */
  adultConfirmed: { name: "adultConfirmed", days: 365 },
  hideSubscriptionWarning: { name: "hideSubscriptionWarning", days: 30 },
  /** The composer keeps its offers to write for the player to itself. */
  hideImpersonation: { name: "hideImpersonation", days: 365 },
  visited: { name: "visited", days: 14 },
  campaign: { name: "campaign", days: 30 },
  experiment: { name: "exID", days: 30 },
  experimentGroup: { name: "grID", days: 30 },
  /** Marks that this browser holds a guest session, for the server's guard; as long as that session lives. */
  guest: { name: "guest", days: 30 },
} as const;

/** Local storage keys; `tab` and `awaited` are in session storage. */
export const storageKeys = {
  referral: "dramatis.referral",
  session: "dramatis.session",
  /** Id of the identity that is signed in here. It means only that asking for a token is worth it. */
  account: "dramatis.account",
  /** When a token was last obtained in this browser, and by which tab. */
  refreshed: "dramatis.refreshed",
  tab: "dramatis.tab",
  /** Where to go on after signing in, and what to do there. */
  returnTo: "dramatis.next",
  intent: "dramatis.act",
  /** Proves to the server that a mailed link is opened where the account was asked for. */
  ticket: "dramatis.ticket",
  /** Where that link was sent to; in session storage. */
  awaited: "dramatis.awaited",
  guest: "dramatis.guest",
  /** Where a guest's story is played. */
  guestStory: "dramatis.guestStory",
  fontSize: "dramatis.fontSize",
  /** What was written in the play and not sent yet. */
  drafts: "dramatis.drafts",
  /** Whether the quick navigation of a story is folded. */
  quickNav: "dramatis.quickNav",
  /** The theme of the latest story: it is there before the story is. */
  storyTheme: "dramatis.dress",
  /** Whether single letters act as shortcuts in a story. */
  storyKeys: "dramatis.storyKeys",
} as const;

/** The channel on which the tabs of this browser announce signing in and out. */
export const SESSION_CHANNEL = "dramatis.session";
