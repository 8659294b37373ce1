import type { PageModule } from "../api/page";
import * as authHandler from "../features/accounts/AuthHandlerPage";
import * as later from "../features/accounts/LaterPage";
import * as signIn from "../features/accounts/SignInPage";
import * as signUp from "../features/accounts/SignUpPage";
import * as safety from "../features/care/SafetyPage";
import * as dashboard from "../features/dashboard/DashboardPage";
import * as guide from "../features/guide/GuidePage";
import * as home from "../features/home/HomePage";
import * as play from "../features/play/PlayShell";
import * as adultGate from "../features/scenarios/AdultGatePage";
import * as scenario from "../features/scenarios/ScenarioPage";
import * as search from "../features/search/SearchPage";
import * as blocked from "../features/static-pages/BlockedPage";
import * as down from "../features/static-pages/DownPage";
import * as legal from "../features/static-pages/LegalPage";
import * as notFound from "../features/static-pages/NotFoundPage";
import * as privacy from "../features/static-pages/PrivacyPage";
import * as status from "../features/static-pages/StatusPage";
import * as stories from "../features/stories/StoriesPage";
import * as profile from "../features/users/ProfilePage";
import * as user from "../features/users/UserPage";
import * as welcome from "../features/users/WelcomePage";
import * as wallet from "../features/wallet/WalletPage";
import type { PageId } from "./routes";

/** Server: every page is in the one script, because a render may not wait. */
export const pages: Readonly<Record<PageId, PageModule>> = {
  home,
  search,
  scenario,
  user,
  guide,
  legal,
  privacy,
  status,
  down,
  blocked,
  signIn,
  signUp,
  authHandler,
  profile,
  wallet,
  dashboard,
  welcome,
  stories,
  safety,
  play,
  later,
  adultGate,
  notFound,
};
