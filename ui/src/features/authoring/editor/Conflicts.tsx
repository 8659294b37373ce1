import { useState } from "react";
import { Button } from "../../../design/Button";
import { Dialog } from "../../../design/Dialog";
import { type RadioOption, RadioOptions } from "../../../design/forms/RadioOptions";
import { SHAPES } from "../images/crop";
import { DraftPicture } from "../images/DraftPicture";
import type { Conflict } from "../model/merge";
import { fieldName } from "../model/parts";
import { type Json, type Path, pointerOf, valueAt } from "../model/path";
import { bothTexts, isProse } from "../model/texts";
import { Compared } from "./Compared";
import s from "./Conflicts.module.css";
import { imageMeant, valueWords } from "./conflictWords";
import { useEditor } from "./EditorContext";

type Side = "mine" | "theirs" | "both";

/**
 * Says in the editor's head that the same was changed here and in another window, and asks what it should say
 * once somebody wants to decide: never in the middle of a word. Nothing is saved before.
 */
export function Conflicts() {
  const { conflicts, draft, goTo } = useEditor();
  const [asking, setAsking] = useState(false);
  const [conflict, ...others] = conflicts;
  if (conflict === undefined) return null;
  const decided = () => {
    if (others.length > 0) return;
    setAsking(false);
    // The button that had the focus is gone.
    goTo(conflict.path);
  };
  return (
    <div className={s.notice}>
      <p role="status">{noticeText(fieldName(conflict.path, draft), others.length)}</p>
      <Button onClick={() => setAsking(true)}>Choose what it should say</Button>
      {asking && (
        // Another conflict is another question.
        <Question
          key={pointerOf(conflict.path)}
          conflict={conflict}
          left={conflicts.length}
          onDecided={decided}
          onLater={() => setAsking(false)}
        />
      )}
    </div>
  );
}

const noticeText = (name: string, others: number): string =>
  others === 0
    ? `${name}: also changed in another window.`
    : `${name} and ${others} more: also changed in another window.`;

const BOTH: RadioOption<Side> = {
  value: "both",
  label: "Both, one after the other",
  text: "What both have stands once. Where they differ, what you wrote here comes first.",
};

interface QuestionProps {
  conflict: Conflict;
  left: number;
  onDecided: () => void;
  onLater: () => void;
}

function Question({ conflict, left, onDecided, onLater }: QuestionProps) {
  const { draft, session } = useEditor();
  const [side, setSide] = useState<Side>("mine");
  const mine = valueAt(draft, conflict.path);
  const { theirs } = conflict;
  const areProse = isProse(conflict.path) && typeof mine === "string" && typeof theirs === "string";
  const values: Readonly<Record<Side, Json>> = {
    mine,
    theirs,
    both: areProse ? bothTexts(mine, theirs) : mine,
  };
  const show = (value: Json, other: Json) => <Shown path={conflict.path} value={value} other={other} />;
  const choices: readonly RadioOption<Side>[] = [
    { value: "mine", label: "What you wrote here", shown: show(mine, theirs) },
    { value: "theirs", label: "What was saved in the other window", shown: show(theirs, mine) },
    ...(areProse ? [BOTH] : []),
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
          <Button
            tone="accent"
            onClick={() => {
              session.resolve(conflict, values[side]);
              onDecided();
            }}
          >
            {left > 1 ? `Use this (${left - 1} more)` : "Use this"}
          </Button>
        </>
      }
    >
      <p>
        This was changed here and in another window. Nothing is lost: choose what it should say.
        {areProse && " What differs is marked."}
      </p>
      <fieldset className={s.choices}>
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

interface ShownProps {
  path: Path;
  value: Json;
  /** What the other side says. */
  other: Json;
}

/** One side's value: in words, a picture as it is seen. */
function Shown({ path, value, other }: ShownProps) {
  const { draft } = useEditor();
  const image = imageMeant(path, value, draft);
  const [words, others] = [value, other].map((each) => valueWords(path, each, draft)) as [string, string];
  return (
    <>
      {image !== null && (
        <span className={s.picture} data-place={path[0]}>
          <DraftPicture image={image} width={PICTURE_WIDTH} ratio={RATIOS[path[0] ?? ""] ?? 1} />
        </span>
      )}
      {words !== "" && <Compared text={words} other={others} />}
    </>
  );
}
