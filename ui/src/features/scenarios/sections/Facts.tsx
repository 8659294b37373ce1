import type { ReactNode } from "react";
import type { Scenario } from "../../../api/types";
import { longDate } from "../../../lib/dates";
import { compact } from "../../../lib/format";
import type { Advice } from "../advice";
import { RATING_NAMES } from "../contentNotes";
import { languageName } from "../copy";
import s from "./Facts.module.css";
import side from "./SidePart.module.css";
import { Sources } from "./Sources";

/** The small print: counts, days, language. */
export function Facts({ scenario, advice }: { scenario: Scenario; advice: Advice }) {
  const { credits } = scenario;
  const { displayData: display, scenarioStats: stats, scenarioEngram: engram } = scenario;
  const { likes, dislikes } = stats.userRatings;
  const changed = longDate(display.updatedOn) !== longDate(display.createdOn);
  return (
    <section className={side.part} aria-labelledby="facts">
      <h2 className={side.heading} id="facts">
        Facts
      </h2>
      <dl className={s.facts}>
        <Fact term="Stories started">{compact(stats.chatsCreated)}</Fact>
        <Fact term="Messages sent">{compact(stats.messagesSent)}</Fact>
        <Fact term="Liked / disliked">{`${compact(likes)} / ${compact(dislikes)}`}</Fact>
        {stats.favorites > 0 && <Fact term="In libraries">{compact(stats.favorites)}</Fact>}
        <Fact term="Published">
          <time dateTime={display.createdOn}>{longDate(display.createdOn)}</time>
        </Fact>
        {changed && (
          <Fact term="Updated">
            <time dateTime={display.updatedOn}>{longDate(display.updatedOn)}</time>
          </Fact>
        )}
        <Fact term="Language">{languageName(engram.language)}</Fact>
        {credits.creator !== null && (
          <Fact term="Card by">
            <span dir="auto">{credits.creator}</span>
          </Fact>
        )}
        {credits.source.length > 0 && (
          <Fact term="Card from">
            <Sources sources={credits.source} />
          </Fact>
        )}
        {advice.rating !== null && <Fact term="Rated">{RATING_NAMES[advice.rating]}</Fact>}
        {display.explicit && <Fact term="Content">18+</Fact>}
        {advice.notes?.length === 0 && <Fact term="Content notes">None apply</Fact>}
      </dl>
    </section>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
