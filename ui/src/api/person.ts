/** Who somebody is, as the API and the page data say it. */
import type { AvatarUrls, PublicUser, TagData } from "./types";

/** The signed-in person as far as a page's first paint needs them; the server writes it into the page's data. */
export interface Viewer {
  userID: string;
  authorname: string;
  username: string;
  avatarUrl: string | null;
  roles: string[];
  showNSFW: boolean;
  shekels: number;
}

/** A person's credentials. */
export interface Identity {
  id: string;
  email: string;
  emailVerified: boolean;
  totpEnabled: boolean;
  /** They must set up a second step before they may act (admins). */
  totpRequired: boolean;
  hasPassword: boolean;
  /** Services they can sign in with. */
  providers: Provider[];
}

export interface Provider {
  id: string;
  displayName: string;
}

/** What signing in and refreshing answer with. */
export interface AuthSession {
  accessToken: string;
  /** Seconds. */
  expiresIn: number;
  identity: Identity;
}

export interface Persona {
  name: string;
  description: string;
}

/** Spec section 3, "User": one's own record. */
export interface Me {
  userID: string;
  username: string;
  authorname: string;
  userDescription: string;
  userBio: string | null;
  customerID: string | null;
  shekels: number;
  joinedOn: string;
  showNSFW: boolean;
  showNSFL: boolean;
  subscribed: boolean;
  testID: string | null;
  avatar_url: string | null;
  avatar_urls: AvatarUrls;
  integrations: Record<string, unknown>;
  ratings: Record<string, number>;
  trialRedeemed: boolean;
  retentionData: {
    loginStreak: { lastLogin: string | null; lastStreakTimestamp: string | null; streakDay: number };
  };
  personas: Record<string, Persona>;
  role: number;
  roles: string[];
  blockedTags: string[];
  blockedTagData: TagData[];
  themeID: string | null;
  tier: string | null;
  discordStatus: { isLinked: boolean; inGuild: boolean; lastVerified: string | null };
  stats: PublicUser["stats"];
  preferences: {
    backgrounds: unknown[];
    activeChatBackgrounds: Record<string, string>;
    [name: string]: unknown;
  };
  email: string;
  emailVerified: boolean;
  /** When the account will be deleted, if its owner asked for that. */
  deletionOn: string | null;
}
