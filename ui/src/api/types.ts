/**
 * The shapes the API answers with, under the names the pages use. All come from the server's own document
 * (`schema.gen.ts`, made by `make generate`): where a shape is wrong, the server is.
 */
import type { components } from "./schema.gen";

type Schemas = components["schemas"];

export type AvatarUrls = Schemas["AvatarUrls"];
export type TagData = Schemas["TagData"];
export type TagKind = Schemas["TagKind"];
export type AvatarMetric = Schemas["AvatarMetric"];
export type ScenarioStats = Schemas["ScenarioStats"];
export type ScenarioSummary = Schemas["ScenarioSummary"];
export type ScenarioPoster = Schemas["ScenarioPoster"];
export type CardPoster = Schemas["CardPoster"];
export type ScenarioOpening = Schemas["Opening"];
export type ScenarioEngram = Schemas["Engram"];
export type Actor = Schemas["Actor"];
export type Scenario = Schemas["Scenario"];
export type SimilarPosters = Schemas["SimilarPosters"];
export type Card = Schemas["Card"];
export type CardDisplayData = Schemas["CardDisplay"];
export type PublicUser = Schemas["PublicUser"];
export type Campaign = Schemas["CampaignPosters"];
export type CampaignSection = Schemas["PosterSection"];
export type Wallet = Schemas["Wallet"];
export type Movement = Schemas["Movement"];
export type LoveQuota = Schemas["LoveQuota"];
export type OwnOpinion = Schemas["OwnOpinion"];
export type ProfileUpdate = Schemas["ProfileUpdate"];
export type ContentNote = Schemas["ContentNote"];
export type Rating = Schemas["Rating"];

/** One page of a list; `nextCursor` is opaque and null at the end. */
export interface Page<T> {
  results: T[];
  nextCursor: string | null;
}
