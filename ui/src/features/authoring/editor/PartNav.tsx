import { Icon } from "../../../design/Icon";
import { cx } from "../../../lib/classes";
import { nameOf } from "../model/draft";
import { isWithin, PARTS, placeOfField } from "../model/parts";
import { pathOfPointer } from "../model/path";
import { placePath, useEditor } from "./EditorContext";
import s from "./PartNav.module.css";
import { partNote } from "./partNote";

/** The parts of the scenario beside its fields. Each has an address. */
export function PartNav() {
  const editor = useEditor();
  const { draft, place, id, problems, hasUnpublished } = editor;
  const wrong = new Set([...problems.keys()].map((field) => placeOfField(pathOfPointer(draft, field)).part));
  return (
    <nav className={s.nav} aria-label="Parts of the scenario">
      <ul className={s.list}>
        {PARTS.map((part) => (
          <li key={part.id}>
            <a
              className={s.link}
              href={placePath(id, { part: part.id, item: null })}
              aria-current={place.part === part.id && !isWithin(place) ? "page" : undefined}
            >
              <Icon name={part.icon} />
              <span className={s.name}>{part.label}</span>
              {wrong.has(part.id) && (
                <span className={s.wrong}>
                  <Icon name="warning" />
                  <span className="sr-only">has a mistake</span>
                </span>
              )}
              {part.id === "publish" && hasUnpublished && (
                <span className={s.unpublished} title="Changes not published">
                  <span className="sr-only">changes not published</span>
                </span>
              )}
              <span className={cx("numbers", s.note)}>{partNote(editor, part.id)}</span>
            </a>
            {part.id === "actors" && draft.actors.length > 0 && (
              <ul>
                {draft.actors.map((actor) => (
                  <li key={actor.id}>
                    <a
                      className={cx(s.link, s.sub)}
                      href={placePath(id, { part: "actors", item: actor.id })}
                      aria-current={place.item === actor.id ? "page" : undefined}
                      dir="auto"
                    >
                      <span className={s.name}>{nameOf(actor)}</span>
                    </a>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}
