import { Button } from "../../design/Button";
import { Icon } from "../../design/Icon";
import { ScenarioCarousel, ScenarioCarouselSkeleton } from "../scenarios/public";
import { CAMPAIGN_ERROR, type CampaignView } from "./useCampaign";

/** Rows that are in or near the first view. */
const NEAR_SECTIONS = 2;

/** The rows a campaign puts on the home page; the first of them leads the page. */
export function CampaignSections({
  sections,
  from,
  to,
}: {
  sections: CampaignView["sections"];
  from: number;
  to?: number;
}) {
  if (sections === "waiting") {
    return from === 0 ? <SectionsSkeleton /> : null;
  }
  return sections
    .slice(from, to)
    .filter((section) => section.scenarios.length > 0)
    .map((section, index) => (
      <ScenarioCarousel
        key={section.displayTerm}
        title={section.displayTerm}
        scenarios={section.scenarios}
        context="homepage"
        leading={from + index === 0}
        distant={from + index >= NEAR_SECTIONS}
      />
    ));
}

/** Spec 2.4: one section on a small screen, three otherwise. */
function SectionsSkeleton() {
  return (
    <>
      <ScenarioCarouselSkeleton />
      <div className="hidden tablet:contents">
        <ScenarioCarouselSkeleton />
        <ScenarioCarouselSkeleton />
      </div>
    </>
  );
}

/** In place of a campaign's words when they cannot be had. */
export function CampaignError({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="strip" role="alert">
      <div>
        <h2 className="strip-title">{CAMPAIGN_ERROR.header}</h2>
        <p>{CAMPAIGN_ERROR.body}</p>
      </div>
      <Button tone="quiet" className="needs-script" onClick={onRetry}>
        <Icon name="refresh" />
        Try again
      </Button>
    </div>
  );
}
