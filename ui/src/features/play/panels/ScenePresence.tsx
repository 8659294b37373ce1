import { Avatar } from "../../../design/Avatar";
import { Icon } from "../../../design/Icon";
import { castOf } from "../model/cast";
import { useChat, usePlay } from "../PlayContext";
import { setAway, useAway } from "./scene";

/** Who witnesses what is said next. */
export function ScenePresence() {
  const { chatID } = usePlay();
  const cast = castOf(useChat());
  const away = useAway(chatID);
  const gone = cast.filter(({ id }) => away.has(id)).length;
  return (
    <section className="panel-part" aria-label="In this scene">
      <h3 className="panel-heading">In this scene</h3>
      <p className="panel-lead">
        {gone === 0
          ? "Everybody hears what is said next. Send somebody out and they will not know of it."
          : gone === cast.length
            ? "Nobody is here. What you say next stays with you and the narrator."
            : "Who is out does not learn what is said from here on, until you bring them back."}
      </p>
      <ul className="presence">
        {cast.map(({ id, name, avatar }) => {
          const here = !away.has(id);
          return (
            <li key={id}>
              <button
                type="button"
                className="presence-chip"
                aria-pressed={here}
                onClick={() => setAway(chatID, id, here)}
              >
                <span className="hideable">
                  <Avatar src={avatar} name={name} size={32} />
                </span>
                <span className="presence-name" dir="auto">
                  {name}
                </span>
                <Icon name={here ? "check" : "leave"} />
                <span className="sr-only">{here ? "is here" : "is out"}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
