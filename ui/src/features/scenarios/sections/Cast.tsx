import type { Actor } from "../../../api/types";
import { Avatar } from "../../../design/Avatar";
import { Prose } from "../../../design/Prose";

/** Everyone the model plays, as round portraits with their part. */
export function Cast({ actors }: { actors: readonly Actor[] }) {
  if (actors.length === 0) return null;
  return (
    <section className="programme-section" aria-labelledby="cast">
      <h2 className="programme-heading" id="cast">
        Cast
      </h2>
      <ul className={actors.length % 2 === 1 ? "cast cast-odd" : "cast"}>
        {actors.map((actor) => (
          <li key={actor.actorId} className="cast-member">
            <span className="hideable cast-portrait">
              <Avatar src={actor.avatar} name={actor.name} size={96} />
            </span>
            <div className="cast-words">
              <h3 className="cast-name" dir="auto">
                {actor.name}
              </h3>
              {actor.role !== "" && (
                <p className="cast-role" dir="auto">
                  {actor.role}
                </p>
              )}
              <Prose className="cast-text" text={actor.description} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
