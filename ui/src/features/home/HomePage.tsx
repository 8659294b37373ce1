import { first, type Head, type PageContext, pageHead, usePage } from "../../api/page";
import { useApi } from "../../api/query";
import { reads } from "../../api/reads";
import { useSession } from "../../api/session";
import type { Campaign, Page, ScenarioSummary } from "../../api/types";
import { YMO_NO_FUNNEL } from "../../config/campaigns";
import { LinkButton } from "../../design/Button";
import { pictureSources } from "../../design/Picture";
import { paths } from "../../lib/paths";
import { BlurbPage, CampaignError, CampaignSections, useCampaign } from "../campaigns/public";
import { CARD_PICTURE, pictureFor, ScenarioCarousel, ScenarioCarouselSkeleton } from "../scenarios/public";
import { BillingNotice } from "./BillingNotice";
import { Hero } from "./Hero";
import { PerkBoxes } from "./PerkBoxes";
import { StoriesPromo } from "./StoriesPromo";

const TITLE = "Dramatis: AI role-play stories you step into";
const DESCRIPTION =
  "Choose a scenario, take a part, and play it out with characters who answer back. Browse mysteries, romances, voyages and more, free and without an account.";

/** A campaign in the address opens with its Blurb page, save for the variant without a funnel. */
function showsBlurb(ctx: PageContext): boolean {
  const campaign = first(ctx, "campaign");
  return campaign !== undefined && campaign !== YMO_NO_FUNNEL;
}

export function head(ctx: PageContext): Head {
  const campaign = ctx.data<Campaign>(ctx.uri(reads.campaign));
  const leading = campaign?.sections.find((section) => section.scenarios.length > 0)?.scenarios[0];
  const picture =
    leading === undefined ? null : pictureFor(leading.avatar_urls.avatar, leading, ctx.prefs.showNSFW);
  const sources =
    picture === null || showsBlurb(ctx) ? null : pictureSources({ src: picture, ...CARD_PICTURE });
  return pageHead({
    title: TITLE,
    description: DESCRIPTION,
    canonical: paths.home,
    robots: showsBlurb(ctx) ? "noindex,follow" : null,
    jsonLd: {
      "@context": "https://schema.org",
      "@graph": [
        { "@type": "WebSite", name: "Dramatis", url: "/", description: DESCRIPTION, inLanguage: "en" },
        { "@type": "Organization", name: "Dramatis", url: "/" },
      ],
    },
    preloadImages:
      sources === null
        ? []
        : [{ href: sources.src, ...(sources.srcSet !== undefined && { imagesrcset: sources.srcSet }) }],
  });
}

interface FeedProps {
  title: string;
  uri: string;
  /** The order of the search page that goes on where the row ends. */
  sort: "trending" | "newest";
  /** Far below the first view. */
  distant?: boolean;
}

/** A row of a discovery feed; a feed that fails or is empty leaves no gap. */
function Feed({ title, uri, sort, distant = false }: FeedProps) {
  const feed = useApi<Page<ScenarioSummary>>(uri);
  if (feed.state === "loading") return <ScenarioCarouselSkeleton />;
  if (feed.state === "failed" || feed.data.results.length === 0) return null;
  return (
    <ScenarioCarousel
      title={title}
      scenarios={feed.data.results}
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

function House() {
  const page = usePage();
  const { viewer } = useSession();
  const { details, sections } = useCampaign();
  // The skeleton is one section on a small screen and three otherwise (spec 2.4); the feeds join when the rows are there.
  const waiting = sections === "waiting";
  const heroes = details.state === "ready" ? details.data.heroLinks : [];

  return (
    <>
      <Hero pictures={heroes} />
      <div className="wrap house">
        <BillingNotice />
        {details.state === "failed" && <CampaignError onRetry={details.retry} />}
        <CampaignSections sections={sections} from={0} to={1} />
        {!waiting && <Feed title="Trending this week" uri={page.uri(reads.homeTrending)} sort="trending" />}
        <CampaignSections sections={sections} from={1} to={2} />
        <StoriesPromo />
        <CampaignSections sections={sections} from={2} to={4} />
        {!waiting && <Feed title="New" uri={page.uri(reads.homeNewest)} sort="newest" distant />}
        <PerkBoxes />
        {/* Below 768 px a visitor gets a reduced house (spec 2.4): the rest of the rows are one press away. */}
        <div className={viewer === null ? "hidden tablet:contents" : "contents"}>
          <CampaignSections sections={sections} from={4} />
        </div>
        <p className="house-end">
          <LinkButton size="lg" href={paths.search()}>
            Browse every scenario
          </LinkButton>
        </p>
      </div>
    </>
  );
}
