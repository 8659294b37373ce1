import { reads, type Template } from "../api/reads";
import type { PageId } from "./pages.client";

/**
 * The only list of screens. The build writes it to `bundles/routes.json`; the server matches, guards, redirects,
 * prefetches and caches by it, and the browser navigates and prefetches by the same rows. Spec section 2.1.
 */

/** Who may see the screen. `auth` sends a visitor to /signup; `authOrGuest` lets a stored guest session through. */
export type Guard = "none" | "auth" | "authOrGuest";

export interface DataRead {
  /** RFC 6570 template from `api/reads.ts`. */
  uri: Template;
  /** A required read that does not answer 200 gives the page its status. */
  required: boolean;
  /** Only when the query has one of these values; "" stands for an absent name. */
  when?: Readonly<Record<string, readonly string[]>>;
  /** Only for somebody signed in. */
  signedIn?: boolean;
}

export interface RouteRow {
  id: string;
  /** React Router pattern. */
  path: string;
  guard: Guard;
  render: "content" | "shell" | "redirect";
  /** Seconds a rendered page is fresh, and then may be shown stale while it is rendered again; null is never cached. */
  cache: { freshSecs: number; staleSecs: number } | null;
  status: number;
  redirectTo?: string;
  page?: PageId;
  /** Allowed query: page name to template variable. Nothing else reaches the renderer or the cache key. */
  query: Readonly<Record<string, string>>;
  /**
   * Query names that redirects to the screen keep. The page itself does not have them: neither its renderer, nor its
   * cache key, nor its canonical address.
   */
  carried: readonly string[];
  data: readonly DataRead[];
}

/** What stands beside the forms of signing in and up. */
const ENTRY_DATA: readonly DataRead[] = [
  { uri: reads.authProviders, required: false },
  { uri: reads.entryPictures, required: false },
];

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const cache = {
  catalogue: { freshSecs: MINUTE, staleSecs: DAY },
  search: { freshSecs: MINUTE, staleSecs: 10 * MINUTE },
  text: { freshSecs: HOUR, staleSecs: 7 * DAY },
  live: { freshSecs: 5, staleSecs: 30 },
} as const;

const page = (row: Pick<RouteRow, "id" | "path" | "page"> & Partial<RouteRow>): RouteRow => ({
  guard: "none",
  render: "content",
  cache: cache.text,
  status: 200,
  query: {},
  carried: [],
  data: [],
  ...row,
});

/**
 * A screen that needs an account: visitors are sent to /signup by server and browser alike. Until it has a page of its
 * own, a notice describes what it will be.
 */
const guarded = (id: string, path: string, guard: Guard = "auth", more: Partial<RouteRow> = {}): RouteRow =>
  page({ id, path, guard, page: "comingSoon", render: "shell", cache: null, ...more });

/** A screen that is still to come; until then a notice leads back to the catalogue. */
const comingSoon = (id: string, path: string): RouteRow => page({ id, path, page: "comingSoon" });

const redirect = (id: string, path: string, redirectTo: string): RouteRow =>
  page({ id, path, render: "redirect", cache: null, status: 301, redirectTo });

/** An order can be chosen while neither words nor an author bring one of their own. */
const plainList = { tab: ["", "scenarios"], search: [""], author: [""] } as const;

export const routes: readonly RouteRow[] = [
  page({
    id: "home",
    path: "/",
    page: "home",
    cache: cache.catalogue,
    query: { campaign: "campaign", redirect: "redirect", id: "id" },
    data: [
      { uri: reads.campaign, required: false },
      { uri: reads.homeTrending, required: false },
      { uri: reads.homeNewest, required: false },
      { uri: reads.latestStories, required: false, signedIn: true },
    ],
  }),
  guarded("chat", "/chat/:chatID", "authOrGuest", { page: "play" }),
  guarded("story", "/story/:chatID", "authOrGuest", { page: "play" }),
  page({
    id: "search",
    path: "/search",
    page: "search",
    cache: cache.search,
    query: {
      search: "q",
      tab: "tab",
      wlTags: "wlTags",
      blTags: "blTags",
      blNotes: "blNotes",
      author: "author",
      sort: "sort",
      cursor: "cursor",
    },
    data: [
      {
        uri: reads.searchScenarios,
        required: true,
        when: { tab: ["", "scenarios"], sort: [""] },
      },
      {
        uri: reads.orderNewest,
        required: true,
        when: { ...plainList, sort: ["newest"] },
      },
      { uri: reads.orderLikes, required: true, when: { ...plainList, sort: ["likes"] } },
      {
        uri: reads.orderTrending,
        required: true,
        when: { ...plainList, sort: ["trending"] },
      },
      { uri: reads.searchCards, required: true, when: { tab: ["cards"] } },
      { uri: reads.searchTags, required: true, when: { tab: ["tags"] } },
      { uri: reads.popularTags, required: false },
    ],
  }),
  guarded("stories", "/stories", "auth", {
    page: "stories",
    render: "content",
    query: { sort: "sort", folder: "directoryId", search: "q", view: "view", cursor: "cursor" },
    data: [
      { uri: reads.folders, required: false },
      { uri: reads.stories, required: false, when: { view: [""] } },
      { uri: reads.storyTrash, required: false, when: { view: ["trash"] } },
    ],
  }),
  guarded("my-scenarios", "/my-scenarios", "auth", {
    page: "myScenarios",
    render: "content",
    query: {
      sort: "sort",
      state: "state",
      rating: "rating",
      tag: "tag",
      origin: "origin",
      search: "q",
      view: "view",
      cursor: "cursor",
    },
    data: [
      { uri: reads.myScenarios, required: false, when: { view: [""] } },
      { uri: reads.mySeries, required: false, when: { view: ["series"] } },
      { uri: reads.myScenarioTrash, required: false, when: { view: ["trash"] } },
      { uri: reads.importBatches, required: false, when: { view: [""] } },
    ],
  }),
  guarded("import", "/my-scenarios/imports/:importID", "auth", {
    page: "importBatch",
    render: "content",
    query: { state: "state", cursor: "cursor" },
    data: [
      { uri: reads.importBatch, required: false },
      { uri: reads.importFiles, required: false },
    ],
  }),
  // `new` is a draft that is created with its first letter: the page stays when it gets its id.
  guarded("draft", "/my-scenarios/:draftID", "auth", {
    page: "draft",
    query: { part: "part", item: "item" },
  }),
  page({ id: "signin", path: "/signin", page: "signIn", query: { view: "view" }, data: ENTRY_DATA }),
  page({ id: "signup", path: "/signup", page: "signUp", data: ENTRY_DATA }),
  comingSoon("billing", "/billing"),
  guarded("payment-return", "/payment/return"),
  guarded("subscription-success", "/subscription/success"),
  guarded("shekel-packages-success", "/shekel-packages/success"),
  guarded("payment-cancel", "/payment/cancel"),
  guarded("profile", "/profile", "auth", {
    page: "profile",
    render: "content",
    query: { section: "section" },
    data: [
      { uri: reads.me, required: true },
      { uri: reads.identity, required: false, when: { section: ["security", "data"] } },
      { uri: reads.devices, required: false, when: { section: ["security"] } },
    ],
  }),
  // Secrets of the address are for the browser alone, so the server sends a shell.
  page({ id: "auth-handler", path: "/__/auth/handler", page: "authHandler", render: "shell", cache: null }),
  guarded("discord-callback", "/auth/discord/callback"),
  redirect("card", "/card/:cardID/*", "/scenario/:cardID/*"),
  redirect("chats", "/chats/*", "/stories/*"),
  page({ id: "privacy-policy", path: "/privacy-policy", page: "privacy" }),
  page({ id: "legal", path: "/legal", page: "legal" }),
  page({
    id: "safety",
    path: "/safety",
    page: "safety",
    data: [{ uri: reads.careNotices, required: false }],
  }),
  page({ id: "guide", path: "/guide", page: "guide", query: { section: "section", topic: "topic" } }),
  comingSoon("redeem", "/redeem/:code"),
  guarded("home2", "/home2"),
  guarded("dashboard", "/dashboard", "auth", {
    page: "dashboard",
    render: "content",
    data: [
      { uri: reads.dashboard, required: false },
      { uri: reads.latestStories, required: false },
      { uri: reads.loved, required: false },
    ],
  }),
  guarded("wallet", "/wallet", "auth", {
    page: "wallet",
    render: "content",
    query: { cursor: "cursor" },
    data: [{ uri: reads.wallet, required: false }],
  }),
  page({
    id: "user",
    path: "/user/:userID",
    page: "user",
    cache: cache.catalogue,
    query: { tab: "tab", cursor: "cursor" },
    data: [
      { uri: reads.user, required: true },
      { uri: reads.userScenarios, required: true, when: { tab: [""] } },
      { uri: reads.userFollowers, required: true, when: { tab: ["followers"] } },
      { uri: reads.userFollowing, required: true, when: { tab: ["following"] } },
    ],
  }),
  guarded("welcome", "/welcome", "auth", {
    page: "welcome",
    render: "content",
    data: [
      { uri: reads.me, required: true },
      { uri: reads.latestStory, required: false },
      { uri: reads.homeTrending, required: false },
    ],
  }),
  page({
    id: "scenario",
    path: "/scenario/:scenarioID",
    page: "scenario",
    cache: cache.catalogue,
    carried: ["recommendationId"],
    data: [
      { uri: reads.scenario, required: true },
      { uri: reads.similarScenarios, required: false },
    ],
  }),
  page({ id: "down", path: "/down", page: "down" }),
  page({ id: "blocked", path: "/blocked", page: "blocked" }),
  page({
    id: "status",
    path: "/status",
    page: "status",
    cache: cache.live,
    data: [
      { uri: reads.health, required: false },
      { uri: reads.endpointState, required: false },
    ],
  }),
  guarded("admin", "/admin"),
  comingSoon("new", "/new"),
  comingSoon("pick-character", "/pick-character"),
  page({
    id: "not-found",
    path: "*",
    page: "notFound",
    cache: null,
    status: 404,
    data: [{ uri: reads.popularTags, required: false }],
  }),
];

const byId = new Map(routes.map((row) => [row.id, row]));

/** The row of that id, which must exist. */
export function rowById(id: string): RouteRow {
  const row = byId.get(id);
  if (row === undefined) throw new Error(`There is no route ${id}`);
  return row;
}
