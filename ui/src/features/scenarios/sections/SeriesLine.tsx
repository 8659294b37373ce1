import type { Scenario } from "../../../api/types";
import { Icon } from "../../../design/Icon";
import { paths } from "../../../lib/paths";
import { titleOf } from "../rules";
import s from "./SeriesLine.module.css";

type Place = NonNullable<Scenario["series"]>;

/** Which part of a series the scenario is, and the parts before and after it. Nothing while readers see no other part. */
export function SeriesLine({ series }: { series: Place }) {
  const { title, position, total, previous, next } = series;
  if (total < 2) return null;
  return (
    <nav className={s.series} aria-labelledby="series">
      <h2 className={s.head} id="series">
        <span className={s.title} dir="auto">
          {title}
        </span>{" "}
        <span className={s.place}>{`Part ${position} of ${total}`}</span>
      </h2>
      <ul className={s.parts}>
        {previous !== null && <Part part={previous} says="Previous part" icon="left" rel="prev" />}
        {next !== null && <Part part={next} says="Next part" icon="right" rel="next" />}
      </ul>
    </nav>
  );
}

interface PartProps {
  part: NonNullable<Place["previous"]>;
  says: string;
  icon: "left" | "right";
  rel: "prev" | "next";
}

function Part({ part, says, icon, rel }: PartProps) {
  return (
    <li className={s.part} data-rel={rel}>
      <a href={paths.scenario(part.id)} rel={rel}>
        <Icon name={icon} />
        <span>
          <span className={s.says}>{says}</span>
          <span className={s.name} dir="auto">
            {titleOf(part.displayName)}
          </span>
        </span>
      </a>
    </li>
  );
}
