import { useState } from "react";
import { Button } from "../../../design/Button";
import { Dialog } from "../../../design/Dialog";
import options from "../../../design/forms/Options.module.css";
import { type RadioOption, RadioOptions } from "../../../design/forms/RadioOptions";
import { cx } from "../../../lib/classes";
import { SHAPES } from "../images/crop";
import { DraftPicture } from "../images/DraftPicture";
import type { Conflict } from "../model/merge";
import { fieldName } from "../model/parts";
import { type Json, type Path, pointerOf, valueAt } from "../model/path";
import { isProse } from "../model/texts";
import s from "./ConflictDialog.module.css";
import { imageMeant, valueWords } from "./conflictWords";
import { useEditor } from "./EditorContext";

type Side = "mine" | "theirs" | "both";

/**
 * The same text was changed here and in another window: both are shown, one is chosen. Nothing is saved
 * before.
 */
export function ConflictDialog() {
  const { conflicts } = useEditor();
  const [asked, setAsked] = useState(true);
  const [conflict] = conflicts;
  if (conflict === undefined) return null;
  if (!asked) {
    return (
      <div className={s.reminder}>
        <Button tone="danger" onClick={() => setAsked(true)}>
          Choose between two texts
        </Button>
      </div>
    );
  }
  // Another conflict is another question.
  return (
    <Question
      key={pointerOf(conflict.path)}
      conflict={conflict}
      left={conflicts.length}
      onLater={() => setAsked(false)}
    />
  );
}

interface QuestionProps {
  conflict: Conflict;
  left: number;
  onLater: () => void;
}

function Question({ conflict, left, onLater }: QuestionProps) {
  const { draft, session } = useEditor();
  const [side, setSide] = useState<Side>("mine");
  const mine = valueAt(draft, conflict.path);
  const { theirs } = conflict;
  const areProse = isProse(conflict.path) && typeof mine === "string" && typeof theirs === "string";
  const values: Readonly<Record<Side, Json>> = {
    mine,
    theirs,
    both: areProse ? `${mine}\n\n${theirs}` : mine,
  };
  const show = (value: Json) => <Shown path={conflict.path} value={value} />;
  const choices: readonly RadioOption<Side>[] = [
    { value: "mine", label: "What you wrote here", shown: show(mine) },
    { value: "theirs", label: "What was saved in the other window", shown: show(theirs) },
    ...(areProse ? [{ value: "both" as const, label: "Both, one after the other" }] : []),
  ];
  return (
    <Dialog
      id="conflict"
      title={fieldName(conflict.path, draft)}
      open
      onClose={onLater}
      actions={
        <>
          <Button onClick={onLater}>Decide later</Button>
          <Button tone="accent" onClick={() => session.resolve(conflict, values[side])}>
            {left > 1 ? `Use this (${left - 1} more)` : "Use this"}
          </Button>
        </>
      }
    >
      <p>This was changed here and in another window. Nothing is lost: choose what it should say.</p>
      <fieldset>
        <legend className="sr-only">What it should say</legend>
        <RadioOptions choices={choices} value={side} onChange={setSide} />
      </fieldset>
    </Dialog>
  );
}

/** Widest size of a picture here, in CSS pixels. */
const PICTURE_WIDTH = 160;

/** The proportions of a picture's place here, as its styles have them. */
const RATIOS: Readonly<Record<string, number>> = {
  cover: SHAPES.cover.ratio,
  banner: SHAPES.banner.ratio,
};

/** One side's value: in words, a picture as it is seen. */
function Shown({ path, value }: { path: Path; value: Json }) {
  const { draft } = useEditor();
  const image = imageMeant(path, value, draft);
  const words = valueWords(path, value, draft);
  return (
    <>
      {image !== null && (
        <span className={s.picture} data-place={path[0]}>
          <DraftPicture image={image} width={PICTURE_WIDTH} ratio={RATIOS[path[0] ?? ""] ?? 1} />
        </span>
      )}
      {words !== "" && (
        <span className={cx(options.text, s.text)} dir="auto">
          {words}
        </span>
      )}
    </>
  );
}
