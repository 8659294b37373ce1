import { useState } from "react";
import { Button } from "../../../design/Button";
import chips from "../../../design/ChipRow.module.css";
import { Dialog } from "../../../design/Dialog";
import forms from "../../../design/forms/Form.module.css";
import { FormMessage } from "../../../design/forms/FormMessage";
import { useAction } from "../../../design/forms/useAction";
import { cx } from "../../../lib/classes";
import { plural } from "../../../lib/format";
import { TagChoice } from "../parts/TagChoice";
import type { MyScenario } from "../types";
import { hasReaders, tagCounts } from "./bulk";
import { type BulkJob, tagging } from "./jobs";
import s from "./TagsDialog.module.css";
import { withTagTurned } from "./view";

interface TagsDialogProps {
  scenarios: readonly MyScenario[];
  change: (job: BulkJob) => Promise<void>;
  onClose: () => void;
}

/** Tags that many scenarios get, and those that they lose. */
export function TagsDialog({ scenarios, change, onClose }: TagsDialogProps) {
  const [add, setAdd] = useState<string[]>([]);
  const [remove, setRemove] = useState<readonly string[]>([]);
  const saving = useAction(async () => {
    await change(tagging(scenarios, { add, remove }));
    onClose();
  });
  const isNothing = add.length + remove.length === 0;
  return (
    <Dialog
      id="tags"
      title={`Tags of ${plural(scenarios.length, "scenario")}`}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            tone="accent"
            busy={saving.busy}
            disabled={isNothing}
            title={isNothing ? "Add or remove a tag first." : undefined}
            onClick={() => void saving.run()}
          >
            {saving.busy ? "Saving…" : "Save"}
          </Button>
        </>
      }
    >
      <div className={forms.form}>
        {saving.failure !== null && <FormMessage>{saving.failure}</FormMessage>}
        <TagChoice
          label="Add to all"
          tags={add}
          removeLabel={(tag) => `Don’t add ${tag}`}
          onChange={setAdd}
        />
        <KnownTags scenarios={scenarios} going={remove} onChange={setRemove} />
        {hasReaders(scenarios) && (
          <p className={forms.hint}>Readers see the change with the next version that you publish.</p>
        )}
      </div>
    </Dialog>
  );
}

interface KnownTagsProps {
  scenarios: readonly MyScenario[];
  /** Those that are to be removed. */
  going: readonly string[];
  onChange: (going: string[]) => void;
}

/** The tags that the scenarios have, to be removed. */
function KnownTags({ scenarios, going, onChange }: KnownTagsProps) {
  const known = tagCounts(scenarios);
  if (known.length === 0) return null;
  return (
    <div className={forms.field}>
      <p className={forms.label} id="tags-remove">
        Remove
      </p>
      <ul className={cx(chips.row, s.known)} aria-labelledby="tags-remove">
        {known.map(({ name, count }) => (
          <li key={name}>
            <button
              type="button"
              className={cx("chip chip-sm", going.includes(name) && "chip-off")}
              aria-pressed={going.includes(name)}
              aria-label={`Remove ${name}, which ${plural(count, "scenario has", "scenarios have")}`}
              onClick={() => onChange(withTagTurned(going, name))}
            >
              <span dir="auto">{name}</span> <span className={s.count}>{count}</span>
            </button>
          </li>
        ))}
      </ul>
      <p className={forms.hint}>Tap a tag to take it off every scenario that has it.</p>
    </div>
  );
}
