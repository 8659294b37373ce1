import type { ReactNode } from "react";
import { usePage } from "../../api/page";
import type { Scenario } from "../../api/types";
import { cx } from "../../lib/classes";
import { ReportButton } from "../reports/public";
import type { Start } from "../stories/public";
import { type Advice, adviceOf } from "./advice";
import { reportables } from "./reportables";
import { pictureFor, playerNameOf } from "./rules";
import s from "./ScenarioArticle.module.css";
import { Author } from "./sections/Author";
import { Cast } from "./sections/Cast";
import { Dialogue } from "./sections/Dialogue";
import { Facts } from "./sections/Facts";
import { HowItIsMade } from "./sections/HowItIsMade";
import { Openings } from "./sections/Openings";
import { ScenarioHead } from "./sections/ScenarioHead";
import { SeriesLine } from "./sections/SeriesLine";
import { StartBar } from "./sections/StartBar";
import { Synopsis } from "./sections/Synopsis";
import { TagList } from "./sections/TagList";
import type { OpinionOf } from "./useOpinion";

interface ScenarioArticleProps {
  scenario: Scenario;
  start: Start;
  opinion: OpinionOf;
  /** What its author says of its content; by default what the scenario has. */
  advice?: Advice;
  /** Whether it is the reader's own, who can edit it. */
  own?: boolean;
  /** What follows it: more like this. */
  children?: ReactNode;
}

/** A scenario as its readers see it. */
export function ScenarioArticle({
  scenario,
  start,
  opinion,
  advice = adviceOf(scenario),
  own = false,
  children,
}: ScenarioArticleProps) {
  const { prefs } = usePage();
  const actors = scenario.actors.map((actor) => ({
    ...actor,
    avatar: pictureFor(actor.avatar, scenario.displayData, prefs.showNSFW),
  }));
  const { openings, exampleDialogue, playerRole } = scenario.scenarioEngram;
  const player = playerNameOf(playerRole);
  const lead = actors[0]?.name ?? "";
  return (
    <article>
      <ScenarioHead scenario={scenario} advice={advice} start={start} opinion={opinion} own={own} />
      <div className={cx("wrap", s.body)}>
        <div className={s.main}>
          {scenario.series !== null && <SeriesLine series={scenario.series} />}
          <Synopsis engram={scenario.scenarioEngram} lead={lead} player={player} />
          <Cast actors={actors} playerRole={playerRole} />
        </div>
        <div className={s.reading}>
          <Openings openings={openings} actors={actors} player={player} start={start} />
          <Dialogue lines={exampleDialogue} actors={actors} />
        </div>
        <aside className={s.side} aria-label="About this scenario">
          <Author scenario={scenario} />
          <Facts scenario={scenario} advice={advice} />
          <TagList tags={scenario.tagData} />
          <div>
            {scenario.scenarioEngram.open && <HowItIsMade id={scenario.id} />}
            <ReportButton things={reportables(scenario)} />
          </div>
        </aside>
      </div>
      <StartBar start={start} />
      {children}
    </article>
  );
}
