import type { PageModule } from "../api/page";

/** Browser: one chunk a page. The build asks where each comes from to write `routeChunks` of the manifest. */
export const pageLoaders = {
  home: () => import("../features/discovery/HomePage"),
  search: () => import("../features/search/SearchPage"),
  scenario: () => import("../features/scenarios/ScenarioPage"),
  user: () => import("../features/profiles/UserPage"),
  guide: () => import("../features/guide/GuidePage"),
  legal: () => import("../features/static-pages/LegalPage"),
  privacy: () => import("../features/static-pages/PrivacyPage"),
  status: () => import("../features/static-pages/StatusPage"),
  down: () => import("../features/static-pages/DownPage"),
  blocked: () => import("../features/static-pages/BlockedPage"),
  signIn: () => import("../features/identity/SignInPage"),
  signUp: () => import("../features/identity/SignUpPage"),
  authHandler: () => import("../features/identity/AuthHandlerPage"),
  wallet: () => import("../features/ledger/WalletPage"),
  dashboard: () => import("../features/dashboard/DashboardPage"),
  welcome: () => import("../features/me/WelcomePage"),
  profile: () => import("../features/me/ProfilePage"),
  stories: () => import("../features/stories/StoriesPage"),
  myScenarios: () => import("../features/authoring/MyScenariosPage"),
  importBatch: () => import("../features/authoring/ImportPage"),
  draft: () => import("../features/authoring/EditorPage"),
  safety: () => import("../features/safety/SafetyPage"),
  play: () => import("../features/play/PlayPage"),
  comingSoon: () => import("../features/identity/ComingSoonPage"),
  adultGate: () => import("../features/age-gate/AdultGatePage"),
  notFound: () => import("../features/static-pages/NotFoundPage"),
} as const satisfies Readonly<Record<string, () => Promise<PageModule>>>;

/** Names of the page modules; `pages.server.ts` holds them all. */
export type PageId = keyof typeof pageLoaders;
