import { useState } from "react";
import { Button, IconButton } from "../../../design/Button";
import { TextField } from "../../../design/forms/Field";
import { FormMessage } from "../../../design/forms/FormMessage";
import { Icon } from "../../../design/Icon";
import { useEditor } from "../editor/EditorContext";
import { FieldError, FieldPlace, ShortText } from "../editor/fields";
import { ImageField } from "../images/ImageField";
import { LIMITS } from "../model/draft";
import { pointerOf } from "../model/path";
import type { DraftActor, DraftExpression, DraftImage } from "../types";
import { AddExpressions } from "./AddExpressions";
import s from "./Expressions.module.css";
import { FieldGroup } from "./PartFrame";

/** Moods that most sets of pictures have. */
const USUAL = ["neutral", "joy", "sadness", "anger", "fear", "surprise", "love", "embarrassment"];

interface ExpressionsProps {
  actor: DraftActor;
  at: (...path: string[]) => string[];
  update: (change: (actor: DraftActor) => DraftActor) => void;
}

type ChangeImage = (image: DraftImage | null) => DraftImage | null;

/** The moods of an actor, each with its picture. */
export function Expressions({ actor, at, update }: ExpressionsProps) {
  const { remove, uploads } = useEditor();
  const { expressions } = actor;
  const uploadField = (name: string) => at("expressions", name);
  const set = (change: (expressions: readonly DraftExpression[]) => DraftExpression[]) =>
    update((now) => ({ ...now, expressions: change(now.expressions) }));
  const setOne = (place: number, change: (expression: DraftExpression) => DraftExpression) =>
    set((now) => now.map((each, index) => (index === place ? change(each) : each)));
  /** What became of a picture whose mood is gone. */
  const [lost, setLost] = useState<string | null>(null);
  // An upload takes its time, and the list may be another one by then: its mood is found again by name.
  const setImage = (place: number, name: string, change: ChangeImage) => {
    let isThere = false;
    set((now) => {
      const at = now[place]?.name === name ? place : now.findIndex((each) => each.name === name);
      isThere = at >= 0;
      return now.map((each, index) => (index === at ? { ...each, image: change(each.image) } : each));
    });
    setLost(
      isThere ? null : `“${name}” was renamed or removed during the upload, so its picture was not added.`,
    );
  };
  return (
    <FieldGroup title="Expressions" lead="A picture for each mood.">
      <FieldPlace path={at("expressions")}>
        {expressions.length > 0 && (
          <ul className={s.list}>
            {expressions.map((expression, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a name changes while it is typed.
              <li key={place} className={s.item}>
                <ImageField
                  path={at("expressions", String(place), "image")}
                  uploadField={uploadField(expression.name)}
                  label={`Picture for ${expression.name}`}
                  shape="expression"
                  image={expression.image}
                  onChange={(change) => setImage(place, expression.name, change)}
                />
                <div className={s.name}>
                  <ShortText
                    path={at("expressions", String(place), "name")}
                    label="Mood"
                    value={expression.name}
                    limit={LIMITS.name}
                    onChange={(name) => {
                      uploads.rename(pointerOf(uploadField(expression.name)), pointerOf(uploadField(name)));
                      setOne(place, (now) => ({ ...now, name }));
                    }}
                  />
                  <IconButton
                    label={`Remove ${expression.name}`}
                    onClick={() =>
                      remove(expression.name, at("expressions", String(place), "name"), () =>
                        set((now) => now.filter((_, index) => index !== place)),
                      )
                    }
                  >
                    <Icon name="trash" />
                  </IconButton>
                </div>
              </li>
            ))}
          </ul>
        )}
        {lost !== null && <FormMessage>{lost}</FormMessage>}
        <FieldError path={at("expressions")} />
        {expressions.length < LIMITS.expressions && (
          <div className={s.more}>
            <AddExpressions expressions={expressions} onChange={set} />
            <AddExpression
              taken={expressions.map(({ name }) => name)}
              onAdd={(name) => set((now) => [...now, { name, image: null }])}
            />
          </div>
        )}
      </FieldPlace>
    </FieldGroup>
  );
}

/** A mood begins with its name, because nothing without one can be saved. */
function AddExpression({ taken, onAdd }: { taken: readonly string[]; onAdd: (name: string) => void }) {
  const [name, setName] = useState("");
  const free = USUAL.filter((each) => !taken.includes(each));
  const wanted = name.trim();
  const isTaken = taken.includes(wanted);
  return (
    <form
      className={s.add}
      onSubmit={(event) => {
        event.preventDefault();
        if (wanted === "" || isTaken) return;
        onAdd(wanted);
        setName("");
      }}
    >
      <TextField
        name="new-expression"
        data-own-undo={name === "" ? undefined : true}
        label="A mood without a picture yet"
        value={name}
        maxLength={LIMITS.name}
        list="usual-expressions"
        placeholder={free[0] ?? ""}
        error={isTaken ? "This one is there already." : undefined}
        autoComplete="off"
        onChange={({ target }) => setName(target.value)}
      />
      <datalist id="usual-expressions">
        {free.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
      <Button type="submit">
        <Icon name="plus" />
        Add
      </Button>
    </form>
  );
}
