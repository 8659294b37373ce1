import { servers, type TestServers } from "./setup.ts";

/** The screens a visitor without an account can see: every kind of page and the states an address can bring about. */
export interface Screen {
  name: string;
  path: (at: TestServers) => string;
  /** What the server answers; 200 by default. */
  status?: number;
  /** Pages with no content of their own in the first HTML. */
  shell?: boolean;
}

export const screens: readonly Screen[] = [
  { name: "home", path: () => "/" },
  { name: "home of a campaign", path: () => "/?campaign=vibe" },
  { name: "home of an unknown campaign", path: () => "/?campaign=none-such" },
  { name: "home without a funnel", path: () => "/?campaign=nofunnel" },
  { name: "search", path: () => "/search" },
  { name: "search for words", path: () => "/search?search=night" },
  { name: "search with filters", path: (at) => `/search?search=night&wlTags=${at.tag}&blTags=comedy` },
  { name: "search for newest", path: () => "/search?sort=newest" },
  { name: "search by author", path: (at) => `/search?author=${at.authorname}` },
  { name: "search that finds nothing", path: () => "/search?search=zxqvjkw" },
  { name: "cards", path: () => "/search?tab=cards" },
  { name: "tags", path: () => "/search?tab=tags" },
  { name: "scenario", path: (at) => `/scenario/${at.scenario}` },
  { name: "author", path: (at) => `/user/${at.author}` },
  { name: "guide", path: () => "/guide" },
  { name: "guide topic", path: () => "/guide?section=finding&topic=search" },
  { name: "legal", path: () => "/legal" },
  { name: "privacy policy", path: () => "/privacy-policy" },
  { name: "safety", path: () => "/safety" },
  { name: "status", path: () => "/status" },
  { name: "down", path: () => "/down" },
  { name: "blocked", path: () => "/blocked" },
  { name: "not found", path: () => "/nope", status: 404 },
  { name: "unknown scenario", path: () => "/scenario/nobody-wrote-this", status: 404 },
  { name: "unknown author", path: () => "/user/nobody", status: 404 },
  { name: "sign in", path: () => "/signin" },
  { name: "forgotten password", path: () => "/signin?view=forgot" },
  { name: "suspended", path: () => "/signin?view=suspended" },
  { name: "sign up", path: () => "/signup" },
  { name: "billing", path: () => "/billing" },
  { name: "redeem", path: () => "/redeem/SPRING24" },
  { name: "new", path: () => "/new" },
  { name: "pick a character", path: () => "/pick-character" },
  { name: "sign-in handler", path: () => "/__/auth/handler", shell: true },
];

/** Screens whose content the server sends. */
export const contentScreens = screens.filter((screen) => screen.shell !== true);

/** The console's message about a campaign that does not exist, in the words of spec section 8. */
export const NO_CAMPAIGN = /Failed to fetch campaign/;

export function address(screen: Screen): string {
  const at = servers();
  return at.site + screen.path(at);
}

export const themes = ["dark", "light"] as const;
export type Theme = (typeof themes)[number];
