import { Fragment, useState } from "react";
import { Button } from "../../../design/Button";
import { TextField } from "../../../design/forms/Field";
import { FormMessage } from "../../../design/forms/FormMessage";
import { Icon } from "../../../design/Icon";
import { problemAt, useEditor } from "../editor/EditorContext";
import { FieldError, FieldPlace, ShortText } from "../editor/fields";
import { DraftPicture } from "../images/DraftPicture";
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
  const editor = useEditor();
  const { expressions } = actor;
  const uploadField = (name: string) => at("expressions", name);
  /** The place of the one whose details are shown. */
  const [open, setOpen] = useState<number | null>(null);
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
  const removeOne = (place: number, name: string) => {
    setOpen(null);
    editor.remove(name, at("expressions", String(Math.max(0, place - 1))), () =>
      set((now) => now.filter((_, index) => index !== place)),
    );
  };
  return (
    <FieldGroup title="Expressions" lead="A picture for each mood.">
      <FieldPlace path={at("expressions")}>
        {expressions.length > 0 && (
          <ul className={s.grid}>
            {expressions.map((expression, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a name changes while it is typed.
              <Fragment key={place}>
                <li>
                  <FieldPlace path={at("expressions", String(place))}>
                    <Tile
                      expression={expression}
                      wrong={problemAt(editor, at("expressions", String(place))) !== undefined}
                      open={place === open}
                      onPress={() => setOpen(place === open ? null : place)}
                    />
                  </FieldPlace>
                </li>
                {place === open && (
                  <li className={s.details}>
                    <ImageField
                      path={at("expressions", String(place), "image")}
                      uploadField={uploadField(expression.name)}
                      label={`Picture for ${expression.name}`}
                      shape="expression"
                      image={expression.image}
                      removable={false}
                      onChange={(change) => setImage(place, expression.name, change)}
                    />
                    <ShortText
                      path={at("expressions", String(place), "name")}
                      label="Mood"
                      value={expression.name}
                      limit={LIMITS.name}
                      onChange={(name) => {
                        editor.uploads.rename(
                          pointerOf(uploadField(expression.name)),
                          pointerOf(uploadField(name)),
                        );
                        setOne(place, (now) => ({ ...now, name }));
                      }}
                    />
                    <div>
                      <Button
                        aria-label={`Remove ${expression.name}`}
                        onClick={() => removeOne(place, expression.name)}
                      >
                        <Icon name="trash" />
                        Remove
                      </Button>
                    </div>
                  </li>
                )}
              </Fragment>
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

interface TileProps {
  expression: DraftExpression;
  /** Something about it cannot be saved. */
  wrong: boolean;
  open: boolean;
  onPress: () => void;
}

/** Widest size of a small picture in CSS pixels. */
const TILE_WIDTH = 96;

/** One expression in the grid: its picture and its name, which open its details. */
function Tile({ expression: { name, image }, wrong, open, onPress }: TileProps) {
  return (
    <button type="button" className={s.tile} aria-expanded={open} onClick={onPress}>
      <span className={s.thumb}>
        {image === null ? (
          <Icon name="image" />
        ) : (
          <DraftPicture image={{ ...image, alt: "" }} width={TILE_WIDTH} ratio={1} />
        )}
      </span>
      <span className={s.mood} dir="auto">
        {wrong && <Icon name="warning" />}
        {name}
      </span>
    </button>
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
