import { usePage } from "../../api/page";
import { useApi } from "../../api/query";
import { reads } from "../../api/reads";
import { useSession } from "../../api/session";
import type { Scenario } from "../../api/types";
import { cx } from "../../lib/classes";
import { ScenarioCarousel } from "./components/ScenarioCarousel";
import { ScenarioArticle } from "./ScenarioArticle";
import s from "./ScenarioPage.module.css";
import { ScenarioSkeleton } from "./sections/ScenarioSkeleton";
import { useAskedStart } from "./useAskedStart";
import { useOpinion } from "./useOpinion";

export { scenarioHead as head } from "./head";

/** A scenario: everything a reader wants to know before the story begins. */
export default function ScenarioPage() {
  const page = usePage();
  const scenario = useApi(page.uri(reads.scenario));
  // Another scenario starts afresh: chosen opening, confirmations and scroll positions belong to the one before.
  return scenario.state === "ready" ? (
    <ScenarioBody key={scenario.data.id} scenario={scenario.data} />
  ) : (
    <ScenarioSkeleton />
  );
}

function ScenarioBody({ scenario }: { scenario: Scenario }) {
  const page = usePage();
  const similar = useApi(page.uri(reads.similarScenarios));
  const { start, sheet } = useAskedStart(scenario);
  const opinion = useOpinion(scenario);
  const { viewer } = useSession();
  const own = viewer?.userID === scenario.authorship.author;
  return (
    <ScenarioArticle scenario={scenario} start={start} opinion={opinion} own={own}>
      {sheet}
      {similar.state === "ready" && similar.data.results.length > 0 && (
        <div className={cx("wrap", s.similar)}>
          <ScenarioCarousel title="More like this" scenarios={similar.data.results} context="carousel" />
        </div>
      )}
    </ScenarioArticle>
  );
}
