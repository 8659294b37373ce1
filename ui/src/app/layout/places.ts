import type { IconName } from "../../design/icons";
import { paths } from "../../lib/paths";

/** Whom a place of the navigation bar is for (spec 2.5). */
export type Audience = "all" | "signedIn" | "admin";

export interface Place {
  href: string;
  label: string;
  icon: IconName;
  audience: Audience;
  /** Stands in the top bar, too: from 768 px, or only from 1024 px, where there is room for more. */
  inBar?: "always" | "wide";
}

const PLACES: readonly Place[] = [
  { href: paths.home, label: "Home", icon: "home", audience: "all", inBar: "always" },
  { href: paths.search(), label: "Discover", icon: "search", audience: "all", inBar: "always" },
  { href: paths.dashboard, label: "Dashboard", icon: "dashboard", audience: "signedIn", inBar: "always" },
  { href: paths.stories, label: "Stories", icon: "book", audience: "signedIn", inBar: "always" },
  { href: paths.myScenarios, label: "My scenarios", icon: "feather", audience: "signedIn", inBar: "wide" },
  { href: paths.profile, label: "Profile", icon: "user", audience: "signedIn" },
  { href: paths.billing, label: "Billing", icon: "billing", audience: "all", inBar: "always" },
  { href: paths.guide(), label: "Guide", icon: "help", audience: "signedIn" },
  { href: paths.legal, label: "Legal", icon: "legal", audience: "all" },
  { href: paths.admin, label: "Admin", icon: "shield", audience: "admin" },
];

/** The places somebody is shown. A guest has one story, and the way back to it instead of a list. */
export function placesFor(signedIn: boolean, admin: boolean, guestsStory: string | null = null): Place[] {
  const shown = PLACES.filter(
    ({ audience }) => audience === "all" || (audience === "admin" ? admin : signedIn),
  );
  if (signedIn || guestsStory === null) return shown;
  const [home, discover, ...others] = shown;
  const story: Place = {
    href: guestsStory,
    label: "Your story",
    icon: "book",
    audience: "all",
    inBar: "always",
  };
  return [home, discover, story, ...others].filter((place) => place !== undefined);
}
