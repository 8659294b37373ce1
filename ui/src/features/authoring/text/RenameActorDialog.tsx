import { useDeferredValue, useMemo, useState } from "react";
import { Button } from "../../../design/Button";
import { Dialog } from "../../../design/Dialog";
import { TextField } from "../../../design/forms/Field";
import forms from "../../../design/forms/Form.module.css";
import { plural } from "../../../lib/format";
import { LIMITS } from "../model/draft";
import type { ScenarioDraft } from "./draftTexts";
import s from "./RenameActorDialog.module.css";
import { renameActor } from "./renameActor";

interface RenameActorDialogProps {
  draft: ScenarioDraft;
  /** The actor's id within the draft. */
  actorId: string;
  onChange: (draft: ScenarioDraft) => void;
  onClose: () => void;
}

/** Renames an actor everywhere, and shows first where that will be. */
export function RenameActorDialog({ draft, actorId, onChange, onClose }: RenameActorDialogProps) {
  const old = draft.actors.find(({ id }) => id === actorId)?.name ?? "";
  const [name, setName] = useState(old);
  const wanted = useDeferredValue(name);
  const renaming = useMemo(() => renameActor(draft, actorId, wanted), [draft, actorId, wanted]);
  const ready = renaming !== null && wanted === name && name.trim() !== old.trim();
  return (
    <Dialog
      id="rename-actor"
      title={`Rename ${old}`}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            tone="accent"
            disabled={!ready}
            onClick={() => {
              if (renaming !== null) onChange(renaming.draft);
              onClose();
            }}
          >
            Rename everywhere
          </Button>
        </>
      }
    >
      <div className={forms.form}>
        <TextField
          label="New name"
          name="name"
          value={name}
          maxLength={LIMITS.name}
          autoComplete="off"
          dir="auto"
          hint="Changed where the old name appears as a whole word; never inside macros and addresses."
          onChange={(event) => setName(event.target.value)}
        />
        {renaming !== null && (
          <section aria-label="Places">
            <p role="status">
              “{old}” appears in {plural(renaming.total, "place")}.
              {renaming.left > 0 &&
                ` ${plural(renaming.left, "more place")} in macros or addresses will stay.`}
            </p>
            <ul className={s.texts}>
              {renaming.texts.map(({ field, label, count }) => (
                <li key={field} dir="auto">
                  <span>{label}</span>
                  <span>{count}</span>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </Dialog>
  );
}
