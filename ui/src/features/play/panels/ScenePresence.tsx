import { Avatar } from "../../../design/Avatar";
import { Icon } from "../../../design/Icon";
import { castOf } from "../model/cast";
import { useChat, usePlay } from "../PlayContext";
import panel from "./PanelPart.module.css";
import s from "./ScenePresence.module.css";
import { setAway, useAway } from "./scene";

/** Who witnesses what is said next. */
export function ScenePresence() {
  const { chatID } = usePlay();
  const cast = castOf(useChat());
  const away = useAway(chatID);
  const gone = cast.filter(({ id }) => away.has(id)).length;
  return (
    <section className={panel.part} aria-label="In this scene">
      <h3 className={panel.heading}>In this scene</h3>
      <p className={panel.lead}>
        {gone === 0
          ? "Everyone hears what’s said next. Remove someone and they won’t hear it."
          : gone === cast.length
            ? "Nobody is here. Only you and the narrator will know what you say next."
            : "Characters who are out won’t hear anything until you bring them back."}
      </p>
      <ul className={s.presence}>
        {cast.map(({ id, name, avatar }) => {
          const here = !away.has(id);
          return (
            <li key={id}>
              <button
                type="button"
                className={s.chip}
                aria-pressed={here}
                onClick={() => setAway(chatID, id, here)}
              >
                <span className="hideable">
                  <Avatar src={avatar} name={name} size={32} />
                </span>
                <span className={s.name} dir="auto">
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
