/**
 * The shapes the API answers with (base `/api/v1`). Pages import API types from this file only, so that the source of
 * the shapes can change in one place.
 */

/** A root-relative address of a stored original (`/media/<key>`), or null where there is no picture. */
export type MediaUrl = string | null;

export interface AvatarUrls {
  thumbnail: MediaUrl;
  thumbnail_mobile: MediaUrl;
  avatar: MediaUrl;
  banner: MediaUrl;
  fullres: MediaUrl;
}

export type TagKind = "genre" | "mood" | "relationship" | "setting" | "trait" | "other";

export interface TagData {
  id: string;
  displayName: string;
  scenarioCount: number;
  properties: { slug: string; kind: TagKind; explicit: boolean };
}

/** One class of the image judge with its probability, 0 to 1. */
export interface AvatarMetric {
  className: string;
  probability: number;
}

export interface ScenarioStats {
  chatsCreated: number;
  favorites: number;
  ratings: number;
  messagesSent: number;
  shekelsSpent: number;
  userRatings: { likes: number; dislikes: number };
  loveCount: number;
}

export interface RecommendationMetadata {
  recommendationId: string;
  parameters: { sessionId: string };
}

/** A scenario as lists and cards show it. Times are RFC 3339. */
export interface ScenarioSummary {
  id: string;
  displayName: string;
  tagline: string;
  avatar_urls: AvatarUrls;
  scenarioStats: ScenarioStats;
  /** User id of the author. */
  author: string;
  authorname: string;
  createdOn: string;
  updatedOn: string;
  /** Tag ids. */
  tags: string[];
  tagData: TagData[];
  avatarMetrics: AvatarMetric[];
  explicit: boolean;
  public: boolean;
  recommendationMetadata?: RecommendationMetadata | null;
}

export interface ScenarioOpening {
  title: string;
  text: string;
  /** Actor id of the one who speaks; null is the narrator. */
  speaker: string | null;
}

export interface ScenarioEngram {
  /** Markdown paragraphs: what a reader wants to know before starting. */
  description: string;
  setting: string;
  openings: ScenarioOpening[];
  exampleDialogue: { speaker: string; text: string }[];
  authorNote: string | null;
  /** BCP 47. */
  language: string;
}

export interface Actor {
  actorId: string;
  name: string;
  role: string;
  description: string;
  avatar: MediaUrl;
}

export interface Scenario {
  id: string;
  displayData: Omit<ScenarioSummary, "scenarioStats" | "recommendationMetadata">;
  scenarioEngram: ScenarioEngram;
  scenarioStats: ScenarioStats;
  interface: Record<string, unknown> | null;
  authorship: { author: string; authorname: string; avatar_url: MediaUrl; bio: string };
  tags: string[];
  tagData: TagData[];
  hidden: boolean;
  avatar: MediaUrl;
  actors: Actor[];
}

/** One page of a list; `nextCursor` is opaque and null at the end. */
export interface Page<T> {
  results: T[];
  nextCursor: string | null;
}

export interface ScenarioSearchPage extends Page<ScenarioSummary> {
  /** The spelling that was searched for instead, when the typed one found nothing. */
  correctedQuery: string | null;
}

export interface ScenarioList {
  results: ScenarioSummary[];
}

export interface Love {
  userID: string;
  authorname: string;
  avatar_url: MediaUrl;
  lovedOn: string;
}

export interface LoveList {
  count: number;
  results: Love[];
}

/** Character-card v2 fields. */
export interface CardModelV2 {
  format: 0;
  name: string;
  description: string;
  personality: string;
  scenario: string;
  messages: string[];
  mes_example: string;
}

export interface CardModelNative {
  format: 1;
  personality: { persona: string; somatics: string; emotiveTendencies: string };
  physical: { body: string };
  scenarios: {
    rootMessage: string;
    clothing: string;
    environment: string;
    initialEmotion: string;
    plan: string;
  }[];
}

export interface CardDisplayData {
  displayName: string;
  author: string;
  authorname: string;
  createdOn: string;
  updatedOn: string;
  description: string;
  authorNotes: string;
  tagline: string;
  tags: string[];
  tagData: TagData[];
  avatar: MediaUrl;
  avatar_urls: AvatarUrls;
  public: boolean;
  hidden: boolean;
  avatarMetrics: AvatarMetric[];
  explicit: boolean;
}

/** The older model: one character. */
export interface Card {
  id: string;
  interface: Record<string, unknown> | null;
  cardModel: CardModelV2 | CardModelNative;
  displayData: CardDisplayData;
  cardStats: { chatsCreated: number; likes: number; dislikes: number; messagesSent: number };
  liked: boolean;
  disliked: boolean;
}

export interface TagList {
  results: TagData[];
}

export interface PublicUser {
  userID: string;
  authorname: string;
  username: string;
  userBio: string | null;
  avatar_url: MediaUrl;
  avatar_urls: AvatarUrls;
  joinedOn: string;
  stats: {
    scenarios: number;
    loves: number;
    followers: number;
    following: number;
    messages: number;
  };
}

export interface CampaignBlurb {
  header: string;
  body: string;
}

export interface CampaignSection {
  displayTerm: string;
  scenarios: ScenarioSummary[];
}

export interface Campaign {
  id: string;
  displayBlurb: CampaignBlurb;
  /** Three pictures. */
  heroLinks: string[];
  sections: CampaignSection[];
}

export type HealthState = "ok" | "degraded" | "down";

export interface SystemHealth {
  status: HealthState;
  checks: { name: string; status: HealthState; detail: string }[];
  version: string;
}

export interface EndpointState {
  endpoints: { name: string; state: "up" | "degraded" | "down"; message: string }[];
  updatedOn: string;
}
