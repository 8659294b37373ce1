import { SelectField, TextField } from "../../../design/forms/Field";
import { problemAt, useEditor } from "../editor/EditorContext";
import { Fold } from "../editor/Fold";
import { FieldPlace, Prose, ShortText } from "../editor/fields";
import { LIMITS, nameOf, newActor } from "../model/draft";
import type { DraftActor } from "../types";
import s from "./ActorInstructions.module.css";
import { NOTE_ROLES } from "./choices";
import { Books } from "./Lore";
import { FieldGroup, FieldPair } from "./PartFrame";
import { Talkativeness } from "./Talkativeness";

export interface OfActorProps {
  actor: DraftActor;
  /** The place of one of their fields. */
  at: (...path: string[]) => string[];
  set: (fields: Partial<DraftActor>) => void;
}

/** What stands in the fold. */
const FIELDS = [
  "nickname",
  "talkativeness",
  "lorebooks",
  "systemPrompt",
  "postHistoryInstructions",
  "note",
] as const satisfies readonly (keyof DraftActor)[];

const PLAIN = newActor();

/** What only a model reads, and few actors need: folded until there is something in it. */
export function ActorInstructions({ actor, at, set }: OfActorProps) {
  const editor = useEditor();
  const isUsed = FIELDS.some(
    (field) =>
      JSON.stringify(actor[field]) !== JSON.stringify(PLAIN[field]) ||
      problemAt(editor, at(field)) !== undefined,
  );
  return (
    <Fold
      heading={<h3 className={s.heading}>More: instructions for the model</h3>}
      isUsed={isUsed}
      className={s.fields}
    >
      <p className={s.lead}>
        Most actors need none of this. Come back when replies keep getting something wrong.
      </p>
      <ShortText
        path={at("nickname")}
        label="Nickname"
        value={actor.nickname}
        limit={LIMITS.name}
        hint="What your texts call them where they say {{char}}. Leave it empty to use the name."
        onChange={(nickname) => set({ nickname })}
      />
      <Talkativeness
        path={at("talkativeness")}
        value={actor.talkativeness}
        onChange={(talkativeness) => set({ talkativeness })}
      />
      <Prose
        path={at("systemPrompt")}
        label="System prompt"
        value={actor.systemPrompt}
        hint="The first thing the model reads, in place of our usual instructions. Only for when those get in your way; {{original}} puts them back in."
        onChange={(systemPrompt) => set({ systemPrompt })}
      />
      <Prose
        path={at("postHistoryInstructions")}
        label="Post-history instructions"
        value={actor.postHistoryInstructions}
        hint="The last thing the model reads before each reply. For a rule that it keeps forgetting, such as “Never speak for {{user}}.”"
        onChange={(postHistoryInstructions) => set({ postHistoryInstructions })}
      />
      <Note actor={actor} at={at} set={set} />
      <FieldGroup>
        <Books
          path={at("lorebooks")}
          label={`Lorebooks of ${nameOf(actor)}`}
          books={actor.lorebooks}
          onChange={(lorebooks) => set({ lorebooks })}
        />
      </FieldGroup>
    </Fold>
  );
}

/** A text among the messages. */
function Note({ actor, at, set }: OfActorProps) {
  const editor = useEditor();
  const { note } = actor;
  const setNote = (fields: Partial<DraftActor["note"]>) => set({ note: { ...note, ...fields } });
  return (
    <>
      <Prose
        path={at("note", "text")}
        label="Note"
        value={note.text}
        hint="A reminder that stands among the latest messages. For what should colour every reply: a limp, a lie, a mood."
        onChange={(text) => setNote({ text })}
      />
      <FieldPair>
        <FieldPlace path={at("note", "depth")}>
          <TextField
            name={`note-depth-${actor.id}`}
            label="Messages below the note"
            type="number"
            inputMode="numeric"
            min={0}
            max={LIMITS.noteDepth}
            step={1}
            value={note.depth}
            error={problemAt(editor, at("note", "depth"))}
            hint="The fewer there are, the more it weighs. 4 suits most notes."
            onChange={({ target }) => setNote({ depth: depthIn(target.value) })}
          />
        </FieldPlace>
        <FieldPlace path={at("note", "role")}>
          <SelectField
            name={`note-role-${actor.id}`}
            label="The note speaks as"
            value={note.role}
            hint="Whose words the model takes it for. “System”, which is nobody’s, suits most notes."
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
    </>
  );
}

const depthIn = (text: string) => Math.min(LIMITS.noteDepth, Math.max(0, Math.trunc(Number(text)) || 0));
