import type { Actor, ScenarioEngram } from "../../../api/types";
import { Avatar } from "../../../design/Avatar";
import { Prose } from "../../../design/Prose";
import { cx } from "../../../lib/classes";
import { withNames } from "../names";
import { playerNameOf } from "../rules";
import s from "./Cast.module.css";
import section from "./ScenarioSection.module.css";

interface CastProps {
  actors: readonly Actor[];
  /** Whom the author suggests the player plays. */
  playerRole: ScenarioEngram["playerRole"];
}

/** Everyone the model plays, as round portraits with their part, and whom the reader may play. */
export function Cast({ actors, playerRole }: CastProps) {
  if (actors.length === 0) return null;
  const isSuggested = playerRole.name.trim() !== "" || playerRole.description.trim() !== "";
  const player = playerNameOf(playerRole);
  const count = actors.length + Number(isSuggested);
  return (
    <section className={section.section} aria-labelledby="cast">
      <h2 className={section.heading} id="cast">
        Cast
      </h2>
      <ul className={count % 2 === 1 ? cx(s.cast, s.odd) : s.cast}>
        {actors.map((actor) => (
          <li key={actor.actorId} className={s.member}>
            <span className={cx("hideable", s.portrait)}>
              <Avatar src={actor.avatar} name={actor.name} size={96} alt={actor.avatarAlt} />
            </span>
            <div className={s.words}>
              <h3 className={s.name} dir="auto">
                {actor.name}
              </h3>
              {actor.role !== "" && (
                <p className={s.role} dir="auto">
                  {actor.role}
                </p>
              )}
              <Prose className={s.text} text={actor.description} />
            </div>
          </li>
        ))}
        {isSuggested && (
          <li className={s.member}>
            <span className={s.portrait}>
              <Avatar src={null} name={player} size={96} alt="" />
            </span>
            <div className={s.words}>
              <h3 className={s.name} dir="auto">
                {player}
              </h3>
              <p className={s.role}>Your role, if you like</p>
              <Prose
                className={s.text}
                text={withNames(playerRole.description, actors[0]?.name ?? "", player)}
              />
            </div>
          </li>
        )}
      </ul>
    </section>
  );
}
