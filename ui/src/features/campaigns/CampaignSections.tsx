import { useSession } from "../../api/session";
import { Button } from "../../design/Button";
import { Icon } from "../../design/Icon";
import strip from "../../design/Strip.module.css";
import { cx } from "../../lib/classes";
import { ScenarioCarousel, ScenarioCarouselSkeleton } from "../scenarios/public";
import s from "./CampaignSections.module.css";
import { CAMPAIGN_ERROR, type CampaignView } from "./useCampaign";

/** Rows that are in or near the first view. */
const NEAR_SECTIONS = 2;

/** The rows a campaign puts on the home page; the first of them leads the page. */
export function CampaignSections({
  sections,
  from,
  to,
  leading = from === 0,
}: {
  sections: CampaignView["sections"];
  from: number;
  to?: number;
  /** The first of them is the first row of the page. */
  leading?: boolean;
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
        leading={leading && index === 0}
        distant={from + index >= NEAR_SECTIONS}
      />
    ));
}

/** Spec 2.4: one section for a visitor on a small screen, three otherwise. */
export function SectionsSkeleton() {
  const { viewer } = useSession();
  return (
    <>
      <ScenarioCarouselSkeleton />
      <div className={cx(s.rest, viewer === null && s.reduced)}>
        <ScenarioCarouselSkeleton />
        <ScenarioCarouselSkeleton />
      </div>
    </>
  );
}

/** In place of a campaign's words when they cannot be had. */
export function CampaignError({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={strip.strip} role="alert">
      <div>
        <h2 className={strip.title}>{CAMPAIGN_ERROR.header}</h2>
        <p>{CAMPAIGN_ERROR.body}</p>
      </div>
      <Button tone="quiet" className="needs-script" onClick={onRetry}>
        <Icon name="refresh" />
        Try again
      </Button>
    </div>
  );
}
