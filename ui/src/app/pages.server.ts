import type { PageModule } from "../api/page";
import * as adultGate from "../features/age-gate/AdultGatePage";
import * as draft from "../features/authoring/EditorShell";
import * as importBatch from "../features/authoring/ImportPage";
import * as myScenarios from "../features/authoring/MyScenariosPage";
import * as dashboard from "../features/dashboard/DashboardPage";
import * as home from "../features/discovery/HomePage";
import * as guide from "../features/guide/GuidePage";
import * as authHandler from "../features/identity/AuthHandlerPage";
import * as comingSoon from "../features/identity/ComingSoonPage";
import * as signIn from "../features/identity/SignInPage";
import * as signUp from "../features/identity/SignUpPage";
import * as wallet from "../features/ledger/WalletPage";
import * as profile from "../features/me/ProfilePage";
import * as welcome from "../features/me/WelcomePage";
import * as play from "../features/play/PlayShell";
import * as user from "../features/profiles/UserPage";
import * as safety from "../features/safety/SafetyPage";
import * as scenario from "../features/scenarios/ScenarioPage";
import * as search from "../features/search/SearchPage";
import * as blocked from "../features/static-pages/BlockedPage";
import * as down from "../features/static-pages/DownPage";
import * as legal from "../features/static-pages/LegalPage";
import * as notFound from "../features/static-pages/NotFoundPage";
import * as privacy from "../features/static-pages/PrivacyPage";
import * as status from "../features/static-pages/StatusPage";
import * as stories from "../features/stories/StoriesPage";
import type { PageId } from "./pages.client";

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
  myScenarios,
  importBatch,
  draft,
  safety,
  play,
  comingSoon,
  adultGate,
  notFound,
};
