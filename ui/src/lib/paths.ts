/** Every link of the client is built here: a component never writes an address. */

export interface SearchPath {
  search?: string | undefined;
  tab?: "scenarios" | "cards" | "tags" | undefined;
  wlTags?: readonly string[] | undefined;
  blTags?: readonly string[] | undefined;
  author?: string | undefined;
  /** The order where no words are searched for. */
  sort?: "trending" | "newest" | "likes" | undefined;
  cursor?: string | undefined;
}

export interface StoryListPath {
  search?: string | undefined;
  sort?: string | undefined;
  folder?: string | undefined;
  view?: "trash" | undefined;
  cursor?: string | undefined;
}

export interface MyScenariosPath {
  search?: string | undefined;
  sort?: string | undefined;
  state?: string | undefined;
  rating?: string | undefined;
  tag?: readonly string[] | undefined;
  origin?: string | undefined;
  view?: "series" | "trash" | undefined;
  cursor?: string | undefined;
}

/** What is shown of an import. */
export interface ImportPath {
  state?: string | undefined;
  cursor?: string | undefined;
}

/** A place in the editor of a scenario. */
export interface DraftPath {
  part?: string | undefined;
  /** The actor or the opening that is open. */
  item?: string | undefined;
}

function query(values: Readonly<Record<string, string | readonly string[] | undefined>>): string {
  const given = Object.entries(values).flatMap(([name, value]) => {
    if (value === undefined || value === "") return [];
    return typeof value === "string" ? [[name, value]] : value.map((one) => [name, one]);
  });
  // Most links carry nothing, and a page has a hundred of them.
  if (given.length === 0) return "";
  return `?${new URLSearchParams(given)}`;
}

export const paths = {
  home: "/",
  search: (at: SearchPath = {}) => `/search${query({ ...at })}`,
  scenario: (id: string) => `/scenario/${encodeURIComponent(id)}`,
  user: (id: string, cursor?: string) => `/user/${encodeURIComponent(id)}${query({ cursor })}`,
  userPeople: (id: string, tab: "followers" | "following", cursor?: string) =>
    `/user/${encodeURIComponent(id)}${query({ tab, cursor })}`,
  guide: (section?: string, topic?: string) => `/guide${query({ section, topic })}`,
  /** A story with one character. */
  chat: (id: string) => `/chat/${encodeURIComponent(id)}`,
  /** A story with several. */
  story: (id: string) => `/story/${encodeURIComponent(id)}`,
  /** What stands behind a story's address leads to one of its messages: `#message-{id}`. */
  messageHash: (messageId: string) => `#message-${messageId}`,
  stories: "/stories",
  storyList: (at: StoryListPath) => `/stories${query({ ...at })}`,
  /** What this site does when somebody is in danger. */
  safety: "/safety",
  billing: "/billing",
  legal: "/legal",
  privacy: "/privacy-policy",
  status: "/status",
  down: "/down",
  blocked: "/blocked",
  /** The picture a scenario is shared with. */
  scenarioPicture: (id: string) => `/og/scenario/${encodeURIComponent(id)}.png`,
  /** The picture that this version of a draft would be shared with; for its author. */
  draftPicture: (id: string, version: number) => `/og/draft/${encodeURIComponent(id)}.png?v=${version}`,
  signin: "/signin",
  /** The sign-in screen, asking for a mail that lets a new password be chosen. */
  forgot: "/signin?view=forgot",
  suspended: "/signin?view=suspended",
  signup: "/signup",
  /** The screens of signing in and up, with where to lead afterwards; the server's guard writes the same. */
  signInFirst: (returnTo: string) => `/signin${query({ returnTo })}`,
  signUpFirst: (returnTo: string) => `/signup${query({ returnTo })}`,
  /** Where mailed links and other services lead. */
  authHandler: "/__/auth/handler",
  welcome: "/welcome",
  dashboard: "/dashboard",
  profile: "/profile",
  profileSection: (section?: string) => `/profile${query({ section })}`,
  wallet: "/wallet",
  walletPage: (cursor?: string) => `/wallet${query({ cursor })}`,
  myScenarios: "/my-scenarios",
  myScenarioList: (at: MyScenariosPath) => `/my-scenarios${query({ ...at })}`,
  /** An import of many files, and those of them in one state. */
  importBatch: (id: string, at: ImportPath = {}) =>
    `/my-scenarios/imports/${encodeURIComponent(id)}${query({ ...at })}`,
  newDraft: "/my-scenarios/new",
  draft: (id: string, at: DraftPath = {}) => `/my-scenarios/${encodeURIComponent(id)}${query({ ...at })}`,
  admin: "/admin",
  campaign: (id: string) => `/?campaign=${encodeURIComponent(id)}`,
} as const;
