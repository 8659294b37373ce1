import type { ReadKey } from "./operations";

/**
 * Every read a page makes, as an RFC 6570 template under `/api/v1` (a template that begins with `/api/` is absolute).
 * `app/routes.ts` lists which page needs which; the server expands the same text, so a page must ask for exactly these.
 * A variable comes from the route's parameters, its allowed query (`routes.ts`), or the viewer's campaign.
 */
export const reads = {
  campaign: "/posters/campaign{?campaign}",
  homeTrending: "/posters/trending?limit=9",
  homeNewest: "/posters/newest?limit=8",

  scenario: "/scenarios/scenario/{scenarioID}",
  similarScenarios: "/posters/similar/{scenarioID}?limit=12",
  scenarioLoves: "/scenarios/{scenarioID}/loves?limit=12",

  searchScenarios: "/posters/search{?q,wlTags*,blTags*,blNotes*,author,cursor}",
  orderNewest: "/posters/newest{?wlTags*,blTags*,blNotes*,cursor}",
  orderLikes: "/posters/likes{?wlTags*,blTags*,blNotes*,cursor}",
  orderTrending: "/posters/trending{?wlTags*,blTags*,blNotes*,cursor}",
  searchCards: "/posters/cards{?q,wlTags*,blTags*,cursor}",
  /** What is found with its tags, which posters do not name. */
  taggedScenarios: "/scenarios/search{?q,wlTags*,blTags*,blNotes*,author}",
  taggedCards: "/cards/search{?q,wlTags*,blTags*}",
  searchTags: "/tags/search?limit=60{&q,cursor}",
  popularTags: "/tags/search?limit=40",
  suggestTags: "/tags/search?limit=8{&q}",
  tag: "/tags/by-id/{tagID}",

  user: "/users/user/{userID}",
  userScenarios: "/posters/search?author={userID}{&cursor}",

  followsThem: "/users/me/following/{userID}",
  userFollowers: "/users/{userID}/followers?limit=30{&cursor}",
  userFollowing: "/users/{userID}/following?limit=30{&cursor}",

  me: "/users/me",
  identity: "/auth/identity",
  devices: "/auth/devices",
  wallet: "/users/me/shekels?limit=30{&cursor}",
  dashboard: "/dashboard",
  loveQuota: "/scenarios/love/quota",
  loved: "/posters/loved?limit=12",
  scenarioMine: "/scenarios/{scenarioID}/mine",

  stories: "/stories/{?sort,directoryId,q,cursor}",
  storyTrash: "/stories/?trash=true{&cursor}",
  /** Those of a scenario that its reader, guests included, opened last. */
  openStories: "/stories/?limit=5&sort=lastAccessedDesc{&scenarioID}",
  latestStory: "/stories/?limit=1",
  latestStories: "/stories/?limit=6",
  folders: "/library/folders",
  careNotices: "/care/notices",

  myScenarios: "/scenarios/my?limit=48{&sort,state,rating,tag*,origin,q,cursor}",
  myScenarioTrash: "/scenarios/my?trash=true&limit=48{&cursor}",
  myScenarioTags: "/scenarios/my/tags",
  mySeries: "/series/my",
  importBatches: "/scenarios/imports?limit=5",
  importBatch: "/scenarios/imports/{importID}",
  importFiles: "/scenarios/imports/{importID}/files?limit=50{&state,cursor}",
  /** What is being imported at this moment. */
  importRunning: "/scenarios/imports/{importID}/files?limit=2&state=importing",
  importFile: "/scenarios/imports/{importID}/files/{position}",

  /** Pictures beside the sign-in form; more than are shown, since none of them may be explicit. */
  entryPictures: "/posters/trending?limit=6",
  authProviders: "/auth/providers",

  health: "/system/health",
  endpointState: "/api/endpointstate",
} as const;

export type Template = (typeof reads)[keyof typeof reads];

type Path<T extends string> = T extends `${infer P}{?${string}`
  ? P
  : T extends `${infer P}?${string}`
    ? P
    : T;
/** Without the names in its braces: a template has the page's, the document those of the server. */
type Nameless<P extends string> = P extends `${infer Before}{${string}}${infer Rest}`
  ? `${Before}{}${Nameless<Rest>}`
  : P;
/** Every reading operation, by its path without names. */
type ByPath = { [Key in ReadKey as Key extends `GET ${infer P}` ? Nameless<P> : never]: Key };

/** The operation that a template reads. */
export type KeyOf<T extends Template> = T extends Template ? ByPath[Nameless<Path<T>> & keyof ByPath] : never;

type Names<List extends string> = List extends `${infer First},${infer Rest}`
  ? Names<First> | Names<Rest>
  : List extends `${infer Name}*`
    ? Name
    : List;
type Optional<T extends string> = T extends `${string}{${"?" | "&"}${infer List}}${infer Rest}`
  ? Names<List> | Optional<Rest>
  : never;
type Needed<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Needed<Rest>
  : never;
/** What stands in the braces of a fixed query has to be given, too: `?author={userID}`. */
type NeededBy<T extends string> = Exclude<Needed<T>, `${"?" | "&"}${string}`>;

type Variable = string | readonly string[] | null | undefined;
/** What a template takes: those of the path must be given, those of the query may be left out. */
export type Variables<T extends string> = { readonly [N in NeededBy<T>]: string } & {
  readonly [N in Optional<T>]?: Variable;
};
