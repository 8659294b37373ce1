import { Button } from "../../../design/Button";
import { Icon } from "../../../design/Icon";
import { ItemMenu } from "../../../design/ItemMenu";
import { placePath, useEditor } from "../editor/EditorContext";
import { Prose, ShortText } from "../editor/fields";
import { actorExports, useActorExport } from "../editor/useActorExport";
import { ImageField } from "../images/ImageField";
import { LIMITS, nameOf, withoutActor } from "../model/draft";
import type { DraftActor } from "../types";
import { ActorInstructions, type OfActorProps } from "./ActorInstructions";
import { ActorName } from "./ActorName";
import { ExportState } from "./ExportState";
import { Expressions } from "./Expressions";
import s from "./ItemList.module.css";
import { PartFrame } from "./PartFrame";
import { Pictures } from "./Pictures";

/** Changes one actor as they are now. */
function useActor(id: string): (change: (actor: DraftActor) => DraftActor) => void {
  const { session } = useEditor();
  return (change) =>
    session.update((draft) => ({
      ...draft,
      actors: draft.actors.map((actor) => (actor.id === id ? change(actor) : actor)),
    }));
}

/** Everything about one actor. */
export function ActorForm({ actor }: { actor: DraftActor }) {
  const { id, session, remove } = useEditor();
  const update = useActor(actor.id);
  const exported = useActorExport();
  const set = (fields: Partial<DraftActor>) => update((now) => ({ ...now, ...fields }));
  const at = (...path: string[]) => ["actors", `@${actor.id}`, ...path];
  const list = placePath(id, { part: "actors", item: null });
  return (
    <PartFrame
      title={nameOf(actor)}
      above={
        <a className={s.back} href={list}>
          <Icon name="left" />
          All actors
        </a>
      }
      tools={
        <ItemMenu label="Export this actor" icon="download" labelled items={actorExports(actor, exported)} />
      }
    >
      <ExportState exported={exported} />
      <Who actor={actor} at={at} update={update} set={set} />
      <Texts actor={actor} at={at} set={set} />
      <Expressions actor={actor} at={at} update={update} />
      <Pictures actor={actor} at={at} update={update} />
      <ActorInstructions actor={actor} at={at} set={set} />
      <div>
        <Button
          tone="danger"
          onClick={() =>
            remove(nameOf(actor), ["actors"], () => session.update((draft) => withoutActor(draft, actor.id)))
          }
        >
          <Icon name="trash" />
          Remove {nameOf(actor)}
        </Button>
      </div>
    </PartFrame>
  );
}

interface WhoProps extends OfActorProps {
  update: (change: (actor: DraftActor) => DraftActor) => void;
}

/** What readers see of an actor. */
function Who({ actor, at, set, update }: WhoProps) {
  return (
    <>
      <ActorName actor={actor} at={at} set={set} />
      <ImageField
        path={at("portrait")}
        label="Portrait"
        shape="portrait"
        image={actor.portrait}
        onChange={(change) => update((now) => ({ ...now, portrait: change(now.portrait) }))}
      />
      <ShortText
        path={at("role")}
        label="Role in the story"
        value={actor.role}
        limit={LIMITS.role}
        hint="A few words that readers see: the ferryman, the rival."
        onChange={(role) => set({ role })}
      />
    </>
  );
}

/** What the model is told of an actor. */
function Texts({ actor, at, set }: OfActorProps) {
  return (
    <>
      <Prose
        path={at("description")}
        label="Description"
        value={actor.description}
        hint="Who they are, for the model: looks, past, what they want. Write {{user}} for the player and {{char}} for this actor."
        onChange={(description) => set({ description })}
      />
      <Prose
        path={at("personality")}
        label="Personality"
        value={actor.personality}
        hint="How they behave: guarded, generous, quick to laugh."
        onChange={(personality) => set({ personality })}
      />
      <Prose
        path={at("voice")}
        label="Voice"
        value={actor.voice}
        hint="How they speak: short sentences, old words, never a straight answer."
        onChange={(voice) => set({ voice })}
      />
      <Prose
        path={at("exampleDialogue")}
        label="Example dialogue"
        value={actor.exampleDialogue}
        hint="A few lines as they would say them: the model picks up their style. Put <START> on a line of its own before each conversation."
        onChange={(exampleDialogue) => set({ exampleDialogue })}
      />
    </>
  );
}
