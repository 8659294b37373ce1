import { Button } from "../../../design/Button";
import { SelectField } from "../../../design/forms/Field";
import { Icon } from "../../../design/Icon";
import { Switch } from "../../../design/Switch";
import { truncate } from "../../../lib/format";
import { placePath, problemAt, useEditor } from "../editor/EditorContext";
import { FieldError, FieldPlace, Prose, ShortText } from "../editor/fields";
import { LIMITS, movedItem, nameOf, newOpening } from "../model/draft";
import type { DraftOpening } from "../types";
import s from "./ItemList.module.css";
import { ItemTools } from "./ItemTools";
import { PartFrame } from "./PartFrame";

const PREVIEW_CHARACTERS = 160;

const titleOf = ({ title }: DraftOpening, at: number) => title.trim() || `Opening ${at + 1}`;

/** Ways the story can begin: all of them, or the one that is open. */
export function Openings() {
  const { draft, place } = useEditor();
  const at = draft.openings.findIndex(({ id }) => id === place.item);
  const open = draft.openings[at];
  return open === undefined ? <OpeningList /> : <OpeningForm key={open.id} opening={open} at={at} />;
}

function OpeningList() {
  const { draft, id, session, remove, goTo } = useEditor();
  const { openings, actors } = draft;
  const add = () => {
    const opening = { ...newOpening(), speaker: actors[0]?.id ?? null };
    session.update((now) => ({ ...now, openings: [...now.openings, opening] }));
    goTo(["openings", `@${opening.id}`, "title"]);
  };
  return (
    <PartFrame
      title="Openings"
      lead="The first message. Readers choose one of them; end it so that they want to answer."
    >
      <FieldPlace path={["openings"]}>
        {openings.length === 0 ? (
          <p className={s.none}>None yet.</p>
        ) : (
          <ul className={s.list} aria-label="Openings">
            {openings.map((opening, at) => {
              const speaker = actors.find((actor) => actor.id === opening.speaker);
              const title = titleOf(opening, at);
              return (
                <li key={opening.id} className={s.item}>
                  <span className={s.words}>
                    <a
                      className={`${s.name} ${s.link}`}
                      href={placePath(id, { part: "openings", item: opening.id })}
                      dir="auto"
                    >
                      {title}
                    </a>
                    <span className={s.text} dir="auto">
                      {speaker === undefined ? "Narrator" : nameOf(speaker)}
                      {opening.groupOnly && ", only with several actors"}
                      {opening.text !== "" && `: ${truncate(opening.text, PREVIEW_CHARACTERS)}`}
                    </span>
                  </span>
                  <ItemTools
                    name={title}
                    at={at}
                    count={openings.length}
                    onMove={(by) =>
                      session.update((now) => ({ ...now, openings: movedItem(now.openings, at, by) }))
                    }
                    onRemove={() =>
                      remove(title, ["openings"], () =>
                        session.update((now) => ({
                          ...now,
                          openings: now.openings.filter((each) => each.id !== opening.id),
                        })),
                      )
                    }
                  />
                </li>
              );
            })}
          </ul>
        )}
        <FieldError path={["openings"]} />
      </FieldPlace>
      <div>
        <Button onClick={add} disabled={openings.length >= LIMITS.openings}>
          <Icon name="plus" />
          Add an opening
        </Button>
      </div>
    </PartFrame>
  );
}

function OpeningForm({ opening, at }: { opening: DraftOpening; at: number }) {
  const editor = useEditor();
  const { draft, id, session } = editor;
  const path = (field: string) => ["openings", `@${opening.id}`, field];
  const list = placePath(id, { part: "openings", item: null });
  const set = (fields: Partial<DraftOpening>) =>
    session.update((now) => ({
      ...now,
      openings: now.openings.map((each) => (each.id === opening.id ? { ...each, ...fields } : each)),
    }));
  return (
    <PartFrame
      title={titleOf(opening, at)}
      above={
        <a className={s.back} href={list}>
          <Icon name="left" />
          All openings
        </a>
      }
    >
      <ShortText
        path={path("title")}
        label="Title"
        value={opening.title}
        limit={LIMITS.openingTitle}
        hint="What it is called among the openings."
        onChange={(title) => set({ title })}
      />
      <FieldPlace path={path("speaker")}>
        <SelectField
          name={`speaker-${opening.id}`}
          label="Who speaks"
          value={opening.speaker ?? ""}
          error={problemAt(editor, path("speaker"))}
          onChange={({ target }) => set({ speaker: target.value === "" ? null : target.value })}
        >
          <option value="">The narrator</option>
          {draft.actors.map((actor) => (
            <option key={actor.id} value={actor.id}>
              {nameOf(actor)}
            </option>
          ))}
        </SelectField>
      </FieldPlace>
      <Prose
        path={path("text")}
        label="Text"
        value={opening.text}
        hint="Write {{user}} for the player and {{char}} for whoever speaks: their names are filled in."
        onChange={(text) => set({ text })}
      />
      {/* With one actor it would be offered to nobody; what is set so can still be changed. */}
      {(draft.actors.length > 1 || opening.groupOnly) && (
        <FieldPlace path={path("groupOnly")}>
          <Switch
            label="Only with several actors"
            hint="Readers can choose it only when their story has more than one actor."
            checked={opening.groupOnly}
            onChange={(groupOnly) => set({ groupOnly })}
          />
        </FieldPlace>
      )}
    </PartFrame>
  );
}
