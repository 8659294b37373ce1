import type { Me } from "../api/person";

/** A person's own record; give what matters to the test. */
export function aMe(changes: Partial<Me> = {}): Me {
  return {
    userID: "u1",
    customerID: null,
    username: "Wren",
    userDescription: "",
    authorname: "wren",
    userBio: null,
    email: "wren@example.org",
    emailVerified: true,
    joinedOn: "2026-01-01T00:00:00Z",
    deletionOn: null,
    avatar_url: null,
    avatar_urls: { thumbnail: null, thumbnail_mobile: null, avatar: null, banner: null, fullres: null },
    role: 2,
    roles: ["USER"],
    showNSFW: false,
    showNSFL: false,
    shekels: 0,
    subscribed: false,
    tier: null,
    trialRedeemed: false,
    testID: null,
    integrations: {},
    ratings: {},
    retentionData: { loginStreak: { lastLogin: null, lastStreakTimestamp: null, streakDay: 0 } },
    personas: {},
    blockedTags: [],
    blockedTagData: [],
    themeID: null,
    discordStatus: { isLinked: false, inGuild: false, lastVerified: null },
    stats: { scenarios: 0, loves: 0, chats: 0, messages: 0, followers: 0, following: 0 },
    preferences: {},
    ...changes,
  };
}
