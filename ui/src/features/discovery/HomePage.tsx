import { useSyncExternalStore } from "react";
import { guestStory, onGuestChange } from "../../api/guest-store";
import { first, type Head, type PageContext, pageHead, usePage } from "../../api/page";
import { type ApiState, useApi } from "../../api/query";
import { reads } from "../../api/reads";
import { useSession } from "../../api/session";
import type { CampaignSection, Page, ScenarioPoster } from "../../api/types";
import { YMO_NO_FUNNEL } from "../../config/campaigns";
import { LinkButton } from "../../design/Button";
import { Icon } from "../../design/Icon";
import { cx } from "../../lib/classes";
import { paths } from "../../lib/paths";
import { BlurbPage, CampaignError, CampaignSections, useCampaign } from "../campaigns/public";
import { cardPreload, ROW_PICTURE, ScenarioCarousel } from "../scenarios/public";
import { LatestStories } from "../stories/public";
import { BillingNotice } from "./BillingNotice";
import { ForYou } from "./ForYou";
import { Hero } from "./Hero";
import s from "./HomePage.module.css";
import { PerkBoxes } from "./PerkBoxes";
import { FEED_LENGTH, withoutRepeats } from "./rows";
import { StoriesPromo } from "./StoriesPromo";
import { Ways } from "./Ways";

const TITLE = "Dramatis: AI role-play stories you step into";
const DESCRIPTION =
  "Choose a scenario, take a part, and play it out with characters who answer back. Browse mysteries, romances, voyages and more, free and without an account.";

/** A campaign in the address opens with its Blurb page, save for the variant without a funnel. */
function showsBlurb(ctx: PageContext): boolean {
  const campaign = first(ctx, "campaign");
  return campaign !== undefined && campaign !== YMO_NO_FUNNEL;
}

export function head(ctx: PageContext): Head {
  const campaign = ctx.data(ctx.uri(reads.campaign));
  const leading = campaign?.sections.find((section) => section.scenarios.length > 0)?.scenarios[0];
  return pageHead({
    title: TITLE,
    description: DESCRIPTION,
    canonical: paths.home,
    robots: showsBlurb(ctx) ? "noindex,follow" : null,
    jsonLd: __SSR__ && {
      "@context": "https://schema.org",
      "@graph": [
        { "@type": "WebSite", name: "Dramatis", url: "/", description: DESCRIPTION, inLanguage: "en" },
        { "@type": "Organization", name: "Dramatis", url: "/" },
      ],
    },
    preloadImages:
      __SSR__ &&
      leading !== undefined &&
      !showsBlurb(ctx) &&
      cardPreload(leading, ctx.prefs.showNSFW, ROW_PICTURE),
  });
}

interface FeedProps {
  title: string;
  scenarios: readonly ScenarioPoster[];
  /** The order of the search page that goes on where the row ends. */
  sort: "trending" | "newest";
  /** Far below the first view. */
  distant?: boolean;
}

/** A row of a discovery feed; one that is empty leaves no gap. */
function Feed({ title, scenarios, sort, distant = false }: FeedProps) {
  if (scenarios.length === 0) return null;
  return (
    <ScenarioCarousel
      title={title}
      scenarios={scenarios}
      context="homepage"
      href={paths.search({ sort })}
      distant={distant}
    />
  );
}

/** Spec 2.4. */
export default function HomePage() {
  const page = usePage();
  return showsBlurb(page) ? <BlurbPage /> : <House />;
}

const resultsOf = (feed: ApiState<Page<ScenarioPoster>>) => (feed.state === "ready" ? feed.data.results : []);

function House() {
  const page = usePage();
  const { viewer } = useSession();
  const isGuest = useSyncExternalStore(onGuestChange, guestStory, () => null) !== null;
  const { details, sections } = useCampaign();
  const trending = useApi(page.uri(reads.homeTrending));
  const newest = useApi(page.uri(reads.homeNewest));
  // The skeleton is one section on a visitor's small screen and three otherwise (spec 2.4); the feeds join when the rows are there.
  const waiting = sections === "waiting";
  const [leading, second] = waiting ? [] : sections.filter((section) => section.scenarios.length > 0);
  const feed = { scenarios: resultsOf(trending), most: FEED_LENGTH };
  // In the order in which they stand below: the feed comes first for somebody signed in, second for a visitor.
  const first = { scenarios: leading?.scenarios ?? [] };
  const third = { scenarios: second?.scenarios ?? [] };
  const [one = [], two = [], three = []] = withoutRepeats(
    viewer === null ? [first, feed, third] : [feed, first, third],
  );
  const shown = (section: CampaignSection): CampaignSection => {
    if (section === leading) return { ...section, scenarios: viewer === null ? one : two };
    return section === second ? { ...section, scenarios: three } : section;
  };
  const rows = waiting ? sections : sections.filter(({ scenarios }) => scenarios.length > 0).map(shown);
  const ready = details.state === "ready" ? details.data : null;

  return (
    <>
      {viewer === null ? <Hero pictures={ready?.heroLinks ?? []} /> : <Opening />}
      <div className={cx("wrap", s.home)}>
        <BillingNotice text={ready?.billingNotice ?? null} />
        {details.state === "failed" && <CampaignError onRetry={details.retry} />}
        {viewer !== null && (
          <>
            <Continue />
            {!waiting && <ForYou recommended={trending} newest={newest} most={FEED_LENGTH} />}
          </>
        )}
        <CampaignSections sections={rows} from={0} to={1} leading={viewer === null} />
        {/* Below what the first screen shows: it is known only in the browser, and moves nothing there. */}
        {viewer === null && isGuest && <Continue />}
        {viewer === null && !waiting && <Feed title="Trending this week" scenarios={two} sort="trending" />}
        <CampaignSections sections={rows} from={1} to={2} />
        <StoriesPromo />
        <CampaignSections sections={rows} from={2} to={4} />
        {viewer === null && !waiting && (
          <Feed title="New" scenarios={resultsOf(newest).slice(0, FEED_LENGTH)} sort="newest" distant />
        )}
        <PerkBoxes />
        {/* Below 768 px a visitor gets a reduced page (spec 2.4): the rest of the rows are one press away. */}
        <div className={cx(s.rest, viewer === null && s.reduced)}>
          <CampaignSections sections={rows} from={4} />
        </div>
        <p className={s.end}>
          <LinkButton size="lg" href={paths.search()}>
            Browse every scenario
          </LinkButton>
        </p>
      </div>
    </>
  );
}

/** What somebody signed in sees first: the search field, the popular tags and the way to the dashboard (spec 2.4). */
function Opening() {
  return (
    <section className={cx("wrap", s.opening)}>
      <h1 className="sr-only">Home</h1>
      <Ways />
      <LinkButton href={paths.dashboard}>
        <Icon name="dashboard" />
        Dashboard
      </LinkButton>
    </section>
  );
}

/** The stories that were played last, by an account or by a guest in this browser. */
function Continue() {
  const page = usePage();
  const latest = useApi(page.uri(reads.latestStories));
  return latest.state === "ready" ? <LatestStories stories={latest.data.results.slice(0, 3)} /> : null;
}
