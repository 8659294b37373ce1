import { useState } from "react";
import { Button } from "../../../design/Button";
import { Dialog } from "../../../design/Dialog";
import forms from "../../../design/forms/Form.module.css";
import { FormMessage } from "../../../design/forms/FormMessage";
import { joined, plural } from "../../../lib/format";
import { PictureDrop } from "../images/PictureDrop";
import { type LeftOut, sorted, useUploads } from "../images/useUploads";
import { LIMITS } from "../model/draft";
import type { DraftExpression } from "../types";
import { type Clash, clashesOf, fitting, type MoodFile, moodsOf, withPictures } from "./moods";

type Expressions = readonly DraftExpression[];

const NO_ROOM = `An actor can have up to ${LIMITS.expressions} expressions.`;

interface AddExpressionsProps {
  expressions: Expressions;
  /** Changes the expressions as they are by then: uploads take their time. */
  onChange: (change: (expressions: Expressions) => DraftExpression[]) => void;
}

/** Many pictures at once, each for the mood that its file is named after; all of them are one step of undo. */
export function AddExpressions({ expressions, onChange }: AddExpressionsProps) {
  const uploads = useUploads();
  const [leftOut, setLeftOut] = useState<readonly LeftOut[]>([]);
  const [asking, setAsking] = useState<readonly MoodFile[] | null>(null);
  const [done, setDone] = useState("");

  const choose = (chosen: readonly File[]) => {
    const { fit, leftOut: unfit } = sorted(chosen);
    const files = moodsOf(fit, expressions);
    setLeftOut(unfit);
    setDone("");
    if (clashesOf(files, expressions).length > 0) setAsking(files);
    else void add(files, "replace", unfit);
  };

  const add = async (files: readonly MoodFile[], clash: Clash, unfit: readonly LeftOut[]) => {
    setAsking(null);
    const { taken, over } = fitting(files, expressions, clash);
    const moods = new Map(taken.map(({ file, mood }) => [file, mood]));
    const { done: uploaded, leftOut: failed } = await uploads.run([...moods.keys()]);
    setLeftOut([...unfit, ...over.map(({ name }) => ({ name, why: NO_ROOM })), ...failed]);
    if (uploaded.length === 0) return;
    const pictures = uploaded.map(({ key, file }) => ({ key, mood: moods.get(file) ?? file.name }));
    let replaced = 0;
    onChange((now) => {
      const next = withPictures(now, pictures, clash);
      replaced = next.replaced;
      return next.expressions;
    });
    setDone(doneText(uploaded.length - replaced, replaced));
  };

  return (
    <>
      <PictureDrop
        label="Expressions: files"
        hint={`Each becomes an expression named after its file: joy.png is “joy”, joy-1.png beside it “joy 2”. JPEG, PNG, GIF, WebP or BMP, up to 10 MB each; up to ${LIMITS.expressions} expressions.`}
        uploads={uploads}
        leftOut={leftOut}
        onChoose={choose}
      />
      {done !== "" && <FormMessage tone="success">{done}</FormMessage>}
      {asking !== null && (
        <ClashDialog
          moods={clashesOf(asking, expressions)}
          onChoose={(clash) => void add(asking, clash, leftOut)}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  );
}

/** `12 pictures added, 2 replaced.` */
function doneText(added: number, replaced: number): string {
  const pictures = (count: number) => plural(count, "picture");
  if (added === 0) return `${pictures(replaced)} replaced.`;
  return `${pictures(added)} added${replaced === 0 ? "" : `, ${replaced} replaced`}.`;
}

/** Moods that are named before the rest is counted. */
const NAMED = 5;

interface ClashDialogProps {
  /** The moods that have a picture already. */
  moods: readonly string[];
  onChoose: (clash: Clash) => void;
  onClose: () => void;
}

function ClashDialog({ moods, onChoose, onClose }: ClashDialogProps) {
  const [first = ""] = moods;
  const isOne = moods.length === 1;
  const named = moods.slice(0, NAMED).map((mood) => `“${mood}”`);
  const rest = moods.length - named.length;
  return (
    <Dialog
      id="clash"
      title={isOne ? `“${first}” has a picture already` : `${moods.length} moods have a picture already`}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button onClick={() => onChoose("add")}>{isOne ? "Add another" : "Add others"}</Button>
          <Button tone="accent" onClick={() => onChoose("replace")}>
            Replace
          </Button>
        </>
      }
    >
      <div className={forms.form}>
        {!isOne && <p dir="auto">{joined(rest > 0 ? [...named, `${rest} more`] : named)}.</p>}
        <p>
          {isOne
            ? "Replace it with the new one, or add the new one as a further expression with a number?"
            : "Replace them with the new ones, or add the new ones as further expressions with a number?"}{" "}
          You can undo either.
        </p>
      </div>
    </Dialog>
  );
}
