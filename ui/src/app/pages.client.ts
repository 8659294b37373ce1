import type { PageModule } from "../api/page";
import type { PageId } from "./routes";

/** Browser: one chunk a page. The build reads the paths below to write `routeChunks` of the manifest. */
export const pageLoaders: Readonly<Record<PageId, () => Promise<PageModule>>> = {
  home: () => import("../features/home/HomePage"),
  search: () => import("../features/search/SearchPage"),
  scenario: () => import("../features/scenarios/ScenarioPage"),
  user: () => import("../features/users/UserPage"),
  guide: () => import("../features/guide/GuidePage"),
  legal: () => import("../features/static-pages/LegalPage"),
  privacy: () => import("../features/static-pages/PrivacyPage"),
  status: () => import("../features/static-pages/StatusPage"),
  down: () => import("../features/static-pages/DownPage"),
  blocked: () => import("../features/static-pages/BlockedPage"),
  signIn: () => import("../features/accounts/SignInPage"),
  signUp: () => import("../features/accounts/SignUpPage"),
  authHandler: () => import("../features/accounts/AuthHandlerPage"),
  wallet: () => import("../features/wallet/WalletPage"),
  dashboard: () => import("../features/dashboard/DashboardPage"),
  welcome: () => import("../features/users/WelcomePage"),
  profile: () => import("../features/users/ProfilePage"),
  stories: () => import("../features/stories/StoriesPage"),
  safety: () => import("../features/care/SafetyPage"),
  play: () => import("../features/play/PlayPage"),
  later: () => import("../features/accounts/LaterPage"),
  adultGate: () => import("../features/scenarios/AdultGatePage"),
  notFound: () => import("../features/static-pages/NotFoundPage"),
};
