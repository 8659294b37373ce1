import { Button } from "../../../design/Button";
import { SelectField, TextField } from "../../../design/forms/Field";
import { Icon } from "../../../design/Icon";
import { ItemMenu } from "../../../design/ItemMenu";
import { placePath, problemAt, useEditor } from "../editor/EditorContext";
import { FieldPlace, Prose, ShortText } from "../editor/fields";
import { actorExports, useActorExport } from "../editor/useActorExport";
import { ImageField } from "../images/ImageField";
import { LIMITS, nameOf, withoutActor } from "../model/draft";
import type { DraftActor } from "../types";
import { NOTE_ROLES } from "./choices";
import { ExportState } from "./ExportState";
import { Expressions } from "./Expressions";
import s from "./ItemList.module.css";
import { Books } from "./Lore";
import { FieldGroup, FieldPair, PartFrame } from "./PartFrame";
import { Pictures } from "./Pictures";
import { Renaming } from "./Renaming";
import { Talkativeness } from "./Talkativeness";

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
      <FieldGroup>
        <Books
          path={at("lorebooks")}
          label={`Lorebooks of ${nameOf(actor)}`}
          books={actor.lorebooks}
          onChange={(lorebooks) => set({ lorebooks })}
        />
      </FieldGroup>
      <FieldGroup title="When they speak">
        <Talkativeness
          path={at("talkativeness")}
          value={actor.talkativeness}
          onChange={(talkativeness) => set({ talkativeness })}
        />
      </FieldGroup>
      <Instructions actor={actor} at={at} set={set} />
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

interface OfActorProps {
  actor: DraftActor;
  /** The place of one of their fields. */
  at: (...path: string[]) => string[];
  set: (fields: Partial<DraftActor>) => void;
}

interface WhoProps extends OfActorProps {
  update: (change: (actor: DraftActor) => DraftActor) => void;
}

/** What readers see of an actor. */
function Who({ actor, at, set, update }: WhoProps) {
  return (
    <>
      <ImageField
        path={at("portrait")}
        label="Portrait"
        shape="portrait"
        image={actor.portrait}
        onChange={(change) => update((now) => ({ ...now, portrait: change(now.portrait) }))}
      />
      <FieldPair>
        <ShortText
          path={at("name")}
          label="Name"
          value={actor.name}
          limit={LIMITS.name}
          onChange={(name) => set({ name })}
        />
        <ShortText
          path={at("nickname")}
          label="Nickname"
          value={actor.nickname}
          limit={LIMITS.name}
          hint="What {{char}} stands for; empty: the name."
          onChange={(nickname) => set({ nickname })}
        />
      </FieldPair>
      <Renaming actor={actor} />
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
        hint="Who they are, for the model."
        onChange={(description) => set({ description })}
      />
      <Prose
        path={at("personality")}
        label="Personality"
        value={actor.personality}
        onChange={(personality) => set({ personality })}
      />
      <Prose
        path={at("voice")}
        label="Voice"
        value={actor.voice}
        hint="How they speak."
        onChange={(voice) => set({ voice })}
      />
      <Prose
        path={at("exampleDialogue")}
        label="Example dialogue"
        value={actor.exampleDialogue}
        hint="Each block begins with <START>."
        onChange={(exampleDialogue) => set({ exampleDialogue })}
      />
    </>
  );
}

/** What only a model reads, and few actors need. */
function Instructions({ actor, at, set }: OfActorProps) {
  const editor = useEditor();
  const { note } = actor;
  const setNote = (fields: Partial<DraftActor["note"]>) => set({ note: { ...note, ...fields } });
  return (
    <FieldGroup
      title="Instructions for the model"
      lead="Most actors need none. {{original}} stands for what is replaced."
    >
      <Prose
        path={at("systemPrompt")}
        label="System prompt"
        value={actor.systemPrompt}
        hint="At the top of the prompt."
        onChange={(systemPrompt) => set({ systemPrompt })}
      />
      <Prose
        path={at("postHistoryInstructions")}
        label="Post-history instructions"
        value={actor.postHistoryInstructions}
        hint="Below the messages."
        onChange={(postHistoryInstructions) => set({ postHistoryInstructions })}
      />
      <Prose
        path={at("note", "text")}
        label="Note"
        value={note.text}
        hint="Among the messages, at the depth below."
        onChange={(text) => setNote({ text })}
      />
      <FieldPair>
        <FieldPlace path={at("note", "depth")}>
          <TextField
            name={`note-depth-${actor.id}`}
            label="Depth of the note"
            type="number"
            inputMode="numeric"
            min={0}
            max={LIMITS.noteDepth}
            step={1}
            value={note.depth}
            error={problemAt(editor, at("note", "depth"))}
            hint="How many of the latest messages stand below it."
            onChange={({ target }) => setNote({ depth: depthIn(target.value) })}
          />
        </FieldPlace>
        <FieldPlace path={at("note", "role")}>
          <SelectField
            name={`note-role-${actor.id}`}
            label="The note speaks as"
            value={note.role}
            onChange={({ target }) => setNote({ role: target.value })}
          >
            {NOTE_ROLES.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
        </FieldPlace>
      </FieldPair>
    </FieldGroup>
  );
}

const depthIn = (text: string) => Math.min(LIMITS.noteDepth, Math.max(0, Math.trunc(Number(text)) || 0));
