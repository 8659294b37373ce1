import { useId } from "react";
import type { Actor, ScenarioOpening } from "../../../api/types";
import { Prose } from "../../../design/Prose";
import { cx } from "../../../lib/classes";
import { BeginButton, type Start } from "../../stories/public";
import { withNames } from "../names";
import s from "./Openings.module.css";
import section from "./ScenarioSection.module.css";

interface OpeningsProps {
  openings: readonly ScenarioOpening[];
  actors: readonly Actor[];
  /** Who {{user}} is. */
  player: string;
  start: Start;
}

/** Openings whose choice the style sheet knows how to show; a scenario has fewer. */
const MAX_OPENINGS = 10;

/**
 * The first page of the story. Several openings are a group of radio buttons, and the style sheet shows the page of the
 * one that is chosen: so all texts are in the HTML, keys work as for any radio group, and no script is needed.
 */
export function Openings({ openings, actors, player, start }: OpeningsProps) {
  const id = useId();
  const shown = openings.slice(0, MAX_OPENINGS);
  if (shown.length === 0) return null;
  const speakers = new Map(actors.map((actor) => [actor.actorId, actor.name]));
  // Narration of an opening speaks of the first character.
  const speakerOf = ({ speaker }: ScenarioOpening) => speakers.get(speaker ?? "") ?? actors[0]?.name ?? "";
  const titleAt = (opening: ScenarioOpening, index: number) =>
    opening.title.trim() === ""
      ? `Opening ${index + 1}`
      : withNames(opening.title, speakerOf(opening), player);
  return (
    <section className={cx(section.section, s.openings)} aria-labelledby="opening">
      <h2 className={section.heading} id="opening">
        {shown.length === 1 ? "How it opens" : "Choose your opening"}
      </h2>
      {shown.length > 1 && (
        <div className={s.tabs} role="radiogroup" aria-labelledby="opening">
          {shown.map((opening, index) => (
            <label key={`${id}-${opening.title}`} className={s.tab}>
              <input
                type="radio"
                name={`${id}-opening`}
                value={index}
                defaultChecked={index === 0}
                onChange={() => start.choose(index)}
              />
              <span dir="auto">{titleAt(opening, index)}</span>
            </label>
          ))}
        </div>
      )}
      <div>
        {shown.map((opening, index) => (
          <article key={`${id}-${opening.title}`} className={s.page}>
            <h3 className={s.title} dir="auto">
              {titleAt(opening, index)}
            </h3>
            {opening.speaker !== null && speakers.has(opening.speaker) && (
              <p className={s.speaker} dir="auto">
                {speakers.get(opening.speaker)}
              </p>
            )}
            <Prose text={withNames(opening.text, speakerOf(opening), player)} pictures />
            <div className={s.start}>
              <BeginButton start={start} opening={index} tone="plain">
                {start.existing === null ? "Start from here" : "Start a new story from here"}
              </BeginButton>
            </div>
          </article>
        ))}
      </div>
    </section>
  );
}
