import { useMemo, useState } from "react";
import { Button } from "../../../design/Button";
import { Dialog } from "../../../design/Dialog";
import choices from "../../../design/forms/Choices.module.css";
import { TextField } from "../../../design/forms/Field";
import forms from "../../../design/forms/Form.module.css";
import { Switch } from "../../../design/Switch";
import { plural } from "../../../lib/format";
import type { FindOptions } from "../text/findReplace";
import { countInEntries } from "./bulk";
import type { Entry } from "./entry";

interface ReplaceDialogProps {
  entries: readonly Entry[];
  /** The entries in which to replace. */
  ids: ReadonlySet<string>;
  onReplace: (query: string, replacement: string, options: FindOptions) => void;
  onClose: () => void;
}

/** Replaces a text in many entries: in titles, notes, keywords and content. */
export function ReplaceDialog({ entries, ids, onReplace, onClose }: ReplaceDialogProps) {
  const [query, setQuery] = useState("");
  const [replacement, setReplacement] = useState("");
  const [options, setOptions] = useState<FindOptions>({ matchCase: false, wholeWord: true });
  const count = useMemo(() => countInEntries(entries, ids, query, options), [entries, ids, query, options]);
  const places = `Found ${plural(count, "time")} in ${plural(ids.size, "entry", "entries")}.`;
  return (
    <Dialog
      id="replace-in-entries"
      title="Replace text"
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            tone="accent"
            disabled={count === 0}
            onClick={() => {
              onReplace(query, replacement, options);
              onClose();
            }}
          >
            Replace
          </Button>
        </>
      }
    >
      <div className={forms.form} data-own-undo>
        <TextField
          label="Find"
          name="find"
          value={query}
          autoComplete="off"
          dir="auto"
          hint={
            <span role="status">{query === "" ? "In titles, notes, keywords and content." : places}</span>
          }
          onChange={(event) => setQuery(event.target.value)}
        />
        <TextField
          label="Replace with"
          name="replacement"
          value={replacement}
          autoComplete="off"
          dir="auto"
          onChange={(event) => setReplacement(event.target.value)}
        />
        <div className={choices.switches}>
          <Switch
            label="Whole words"
            checked={options.wholeWord}
            onChange={(wholeWord) => setOptions({ ...options, wholeWord })}
          />
          <Switch
            label="Match case"
            checked={options.matchCase}
            onChange={(matchCase) => setOptions({ ...options, matchCase })}
          />
        </div>
      </div>
    </Dialog>
  );
}
