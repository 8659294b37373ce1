import type { Actor } from "../../../api/types";
import { Avatar } from "../../../design/Avatar";
import { Prose } from "../../../design/Prose";
import { cx } from "../../../lib/classes";
import s from "./Cast.module.css";
import section from "./ScenarioSection.module.css";

/** Everyone the model plays, as round portraits with their part. */
export function Cast({ actors }: { actors: readonly Actor[] }) {
  if (actors.length === 0) return null;
  return (
    <section className={section.section} aria-labelledby="cast">
      <h2 className={section.heading} id="cast">
        Cast
      </h2>
      <ul className={actors.length % 2 === 1 ? cx(s.cast, s.odd) : s.cast}>
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
      </ul>
    </section>
  );
}
