import { usePage } from "../../api/page";
import { useApi } from "../../api/query";
import { reads } from "../../api/reads";
import type { Scenario } from "../../api/types";
import { cx } from "../../lib/classes";
import { ReportButton } from "../reports/public";
import { ScenarioCarousel } from "./components/ScenarioCarousel";
import { reportables } from "./reportables";
import { pictureFor } from "./rules";
import s from "./ScenarioPage.module.css";
import { Author } from "./sections/Author";
import { Cast } from "./sections/Cast";
import { Dialogue } from "./sections/Dialogue";
import { Facts } from "./sections/Facts";
import { Openings } from "./sections/Openings";
import { ScenarioHead } from "./sections/ScenarioHead";
import { ScenarioSkeleton } from "./sections/ScenarioSkeleton";
import { StartBar } from "./sections/StartBar";
import { Synopsis } from "./sections/Synopsis";
import { TagList } from "./sections/TagList";
import { useAskedStart } from "./useAskedStart";

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
  const actors = scenario.actors.map((actor) => ({
    ...actor,
    avatar: pictureFor(actor.avatar, scenario.displayData, page.prefs.showNSFW),
  }));
  return (
    <article>
      <ScenarioHead scenario={scenario} start={start} />
      <div className={cx("wrap", s.body)}>
        <div className={s.main}>
          <Synopsis engram={scenario.scenarioEngram} />
          <Cast actors={actors} />
        </div>
        <div className={s.reading}>
          <Openings openings={scenario.scenarioEngram.openings} actors={actors} start={start} />
          <Dialogue lines={scenario.scenarioEngram.exampleDialogue} actors={actors} />
        </div>
        <aside className={s.side} aria-label="About this scenario">
          <Author scenario={scenario} />
          <Facts scenario={scenario} />
          <TagList tags={scenario.tagData} />
          <div>
            <ReportButton things={reportables(scenario)} />
          </div>
        </aside>
      </div>
      <StartBar start={start} />
      {sheet}
      {similar.state === "ready" && similar.data.results.length > 0 && (
        <div className={cx("wrap", s.similar)}>
          <ScenarioCarousel title="More like this" scenarios={similar.data.results} context="carousel" />
        </div>
      )}
    </article>
  );
}
