import { useState } from "react";
import { Button } from "../../../design/Button";
import { Dialog } from "../../../design/Dialog";
import options from "../../../design/forms/Options.module.css";
import { cx } from "../../../lib/classes";
import type { Conflict } from "../model/merge";
import { fieldName } from "../model/parts";
import { type Json, pointerOf, valueAt } from "../model/path";
import s from "./ConflictDialog.module.css";
import { useEditor } from "./EditorContext";

type Side = "mine" | "theirs" | "both";

/** A value in words. */
function wordsOf(value: Json): string {
  if (typeof value === "string") return value === "" ? "(empty)" : value;
  if (value === null || value === undefined) return "(nothing)";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value === "number") return String(value);
  return JSON.stringify(value, null, 1);
}

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
  const isText = typeof mine === "string" && typeof theirs === "string";
  const values: Readonly<Record<Side, Json>> = {
    mine,
    theirs,
    both: isText ? `${mine}\n\n${theirs}` : mine,
  };
  const choices: readonly { side: Side; label: string; text: string }[] = [
    { side: "mine", label: "What you wrote here", text: wordsOf(mine) },
    { side: "theirs", label: "What was saved in the other window", text: wordsOf(theirs) },
    ...(isText ? [{ side: "both" as const, label: "Both, one after the other", text: "" }] : []),
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
      <fieldset className={options.options}>
        <legend className="sr-only">What it should say</legend>
        {choices.map((choice) => (
          <label key={choice.side} className={options.option}>
            <input
              type="radio"
              name="side"
              checked={side === choice.side}
              onChange={() => setSide(choice.side)}
            />
            <span>
              <span className={options.name}>{choice.label}</span>
              {choice.text !== "" && (
                <span className={cx(options.text, s.text)} dir="auto">
                  {choice.text}
                </span>
              )}
            </span>
          </label>
        ))}
      </fieldset>
    </Dialog>
  );
}
