import { useState } from "react";
import type { Scenario } from "../../../api/types";
import { SelectField } from "../../../design/forms/Field";
import { FirstMessage } from "../../play/public";
import {
  type Advice,
  adviceOf,
  GRID_PICTURE,
  MakingParts,
  opinionOf,
  playerNameOf,
  ScenarioArticle,
  ScenarioCard,
  withNames,
} from "../../scenarios/public";
import type { Draft, ScenarioPreview } from "../types";
import { type FrameWidth, ReaderFrame } from "./ReaderFrame";
import s from "./Seen.module.css";
import { SharedLink } from "./SharedLink";

/** What of a scenario is looked at. */
export type View = "page" | "poster" | "link" | "start" | "making";

interface SeenProps {
  view: View;
  preview: ScenarioPreview;
  /** What it shows, for screen readers. */
  title: string;
  width: FrameWidth;
  /** The draft, which knows what was not chosen yet. */
  draft: Pick<Draft, "rating" | "contentNotes">;
}

/** One of the views of what readers would get. */
export function Seen({ view, preview, title, width, draft }: SeenProps) {
  const { scenario, poster, making } = preview;
  switch (view) {
    case "page":
      return (
        <ReaderFrame title={title} width={width}>
          <main>
            <ScenarioArticle
              scenario={draft.rating === null ? notRated(scenario) : scenario}
              advice={adviceSoFar(adviceOf(scenario), draft)}
              start={{ ...NO_START, scenarioId: scenario.id }}
              opinion={{ ...NO_OPINION, opinion: opinionOf(scenario) }}
            />
          </main>
        </ReaderFrame>
      );
    case "poster":
      return (
        <ReaderFrame title={title} width={width}>
          <ul className={s.grid}>
            <ScenarioCard scenario={poster} position={0} context="general" layout={GRID_PICTURE} eager />
            {/* Others beside it, for its size. */}
            <li className={s.other} />
            <li className={s.other} />
            <li className={s.other} />
          </ul>
        </ReaderFrame>
      );
    case "link":
      return (
        <ReaderFrame title={title} width={width}>
          <SharedLink scenario={scenario} version={preview.version} />
        </ReaderFrame>
      );
    case "start":
      return <Begun scenario={scenario} title={title} width={width} />;
    case "making":
      return making === null ? (
        <p className={s.none}>The scenario is closed: readers don’t see how it is made.</p>
      ) : (
        <ReaderFrame title={title} width={width}>
          <div className={s.making}>
            <MakingParts making={making} />
          </div>
        </ReaderFrame>
      );
  }
}

interface BegunProps extends Pick<SeenProps, "title" | "width"> {
  scenario: ScenarioPreview["scenario"];
}

/** The first message of a story, of the opening that is chosen. */
function Begun({ scenario, title, width }: BegunProps) {
  const [opening, setOpening] = useState(0);
  const { openings, playerRole } = scenario.scenarioEngram;
  const player = playerNameOf(playerRole);
  const place = Math.min(opening, openings.length - 1);
  const begun = openings[place];
  if (begun === undefined) return <p className={s.none}>Write an opening: a story begins with it.</p>;
  const cast = scenario.actors.map(({ actorId, name, avatar }) => ({ id: actorId, name, avatar }));
  const speakerOf = (id: string | null) => (cast.find((actor) => actor.id === id) ?? cast[0])?.name ?? "";
  return (
    <>
      {openings.length > 1 && (
        <SelectField
          name="opening"
          label="Opening"
          value={String(place)}
          onChange={({ target }) => setOpening(Number(target.value))}
        >
          {openings.map(({ title: name, speaker }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two openings may have one title.
            <option key={at} value={at}>
              {withNames(name, speakerOf(speaker), player)}
            </option>
          ))}
        </SelectField>
      )}
      <ReaderFrame title={title} width={width}>
        <FirstMessage
          cast={cast}
          speakerId={begun.speaker}
          text={withNames(begun.text, speakerOf(begun.speaker), player)}
        />
      </ReaderFrame>
    </>
  );
}

/** What the author has said of the content: the preview answers as if what is not chosen yet were not to be known. */
const adviceSoFar = (
  advice: Advice,
  { rating, contentNotes }: Pick<Draft, "rating" | "contentNotes">,
): Advice => ({
  rating: rating === null ? null : advice.rating,
  notes: contentNotes === null ? null : advice.notes,
});

/** A scenario whose author has not rated it yet is not one for adults; its pictures are judged all the same. */
const notRated = (scenario: Scenario): Scenario => ({
  ...scenario,
  displayData: { ...scenario.displayData, explicit: false },
});

/** Nothing begins in a preview, and nothing was said of it. */
const nothing = () => undefined;
const NO_START = {
  busy: false,
  failure: null,
  existing: null,
  others: [],
  isVisitor: true,
  begin: nothing,
  choose: nothing,
} as const;
const NO_OPINION = { known: true, failure: null, love: nothing, rate: nothing } as const;
