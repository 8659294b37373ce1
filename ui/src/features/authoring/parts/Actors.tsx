import { Button } from "../../../design/Button";
import { Icon } from "../../../design/Icon";
import { ItemMenu } from "../../../design/ItemMenu";
import { placePath, useEditor } from "../editor/EditorContext";
import { FieldError, FieldPlace } from "../editor/fields";
import { actorExports, useActorExport } from "../editor/useActorExport";
import { DraftPortrait } from "../images/DraftPortrait";
import { LIMITS, movedItem, nameOf, newActor, withoutActor } from "../model/draft";
import { ActorForm } from "./ActorForm";
import { ExportState } from "./ExportState";
import s from "./ItemList.module.css";
import { ItemTools } from "./ItemTools";
import { PartFrame } from "./PartFrame";

/** The cast: all of them, or the one that is open. */
export function Actors() {
  const { draft, place } = useEditor();
  const open = draft.actors.find(({ id }) => id === place.item);
  return open === undefined ? <ActorList /> : <ActorForm key={open.id} actor={open} />;
}

function ActorList() {
  const { draft, id, session, remove, goTo } = useEditor();
  const { actors } = draft;
  const exported = useActorExport();
  const add = () => {
    const actor = newActor();
    session.update((now) => ({ ...now, actors: [...now.actors, actor] }));
    goTo(["actors", `@${actor.id}`, "name"]);
  };
  return (
    <PartFrame title="Actors" lead="Who is in it. One is enough; each speaks for themselves.">
      <ExportState exported={exported} />
      <FieldPlace path={["actors"]}>
        {actors.length === 0 ? (
          <p className={s.none}>Nobody yet. Begin with the one that the player meets first.</p>
        ) : (
          <ul className={s.list} aria-label="Actors">
            {actors.map((actor, at) => (
              <li key={actor.id} className={s.item}>
                <DraftPortrait image={actor.portrait} name={nameOf(actor)} />
                <span className={s.words}>
                  <a
                    className={`${s.name} ${s.link}`}
                    href={placePath(id, { part: "actors", item: actor.id })}
                    dir="auto"
                  >
                    {nameOf(actor)}
                  </a>
                  <span className={s.text} dir="auto">
                    {actor.role || actor.description || "Nothing written yet"}
                  </span>
                </span>
                <ItemTools
                  more={
                    <ItemMenu
                      label={`Export ${nameOf(actor)}`}
                      icon="download"
                      items={actorExports(actor, exported)}
                    />
                  }
                  name={nameOf(actor)}
                  at={at}
                  count={actors.length}
                  onMove={(by) =>
                    session.update((now) => ({ ...now, actors: movedItem(now.actors, at, by) }))
                  }
                  onRemove={() =>
                    remove(nameOf(actor), ["actors"], () =>
                      session.update((now) => withoutActor(now, actor.id)),
                    )
                  }
                />
              </li>
            ))}
          </ul>
        )}
        <FieldError path={["actors"]} />
      </FieldPlace>
      <div>
        <Button onClick={add} disabled={actors.length >= LIMITS.actors}>
          <Icon name="plus" />
          Add an actor
        </Button>
      </div>
    </PartFrame>
  );
}
