import { useState } from "react";
import { Button } from "../../../design/Button";
import { TextArea, TextField } from "../../../design/forms/Field";
import forms from "../../../design/forms/Form.module.css";
import { Icon } from "../../../design/Icon";
import { Switch } from "../../../design/Switch";
import { cx } from "../../../lib/classes";
import panel from "../panels/PanelPart.module.css";
import { within } from "../settings/rules";
import setting from "../settings/Settings.module.css";
import { type Entry, entryNote, entryTitle, keysOf, keysText } from "./book";
import s from "./EntryEditor.module.css";

const ORDER = { min: -100_000, max: 100_000, initial: 100 } as const;
const PROBABILITY = { min: 0, max: 100, initial: 100 } as const;

interface EntryEditorProps {
  entry: Entry;
  /** Was just made: stands open. */
  fresh: boolean;
  fault: string | null;
  onChange: (change: Partial<Entry>) => void;
  onRemove: () => void;
}

/** One piece of knowledge: what brings it up, and its text. */
export function EntryEditor({ entry, fresh, fault, onChange, onRemove }: EntryEditorProps) {
  return (
    <li>
      <details className={cx(s.entry, !entry.enabled && s.off)} open={fresh || undefined}>
        <summary className={cx(panel.foldHead, s.head)}>
          <span className={s.words}>
            <span className={s.title} dir="auto">
              {entryTitle(entry)}
            </span>
            <span className={s.note} dir="auto">
              {entryNote(entry)}
            </span>
          </span>
          <Icon name="down" />
        </summary>
        <div className={s.body}>
          <MainFields entry={entry} onChange={onChange} />
          <details>
            <summary className={panel.foldHead}>
              <span className={panel.foldNote}>More</span>
              <Icon name="down" />
            </summary>
            <MoreFields entry={entry} onChange={onChange} />
          </details>
          {fault !== null && (
            <p className={forms.error} data-invalid="" tabIndex={-1} role="alert">
              <Icon name="warning" />
              <span>{fault}</span>
            </p>
          )}
          <div>
            <Button tone="quiet" onClick={onRemove}>
              <Icon name="trash" />
              Remove entry
            </Button>
          </div>
        </div>
      </details>
      {fault !== null && <p className={forms.error}>{fault}</p>}
    </li>
  );
}

type FieldsProps = Pick<EntryEditorProps, "entry" | "onChange">;

function MainFields({ entry, onChange }: FieldsProps) {
  return (
    <>
      <TextField
        label="Title"
        name="title"
        value={entry.name}
        autoComplete="off"
        dir="auto"
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <KeysField
        label="Keywords"
        name="keys"
        keys={entry.keys}
        hint="Words that trigger this entry, separated by commas. Use /…/ for a pattern."
        placeholder="lamp, lighthouse, the tower"
        onChange={(keys) => onChange({ keys })}
      />
      <TextArea
        label="Content"
        name="content"
        value={entry.content}
        rows={4}
        dir="auto"
        onChange={(event) => onChange({ content: event.target.value })}
      />
      <div className={setting.switches}>
        <Switch label="Enabled" checked={entry.enabled} onChange={(enabled) => onChange({ enabled })} />
        <Switch
          label="Always on"
          hint="Added to every prompt."
          checked={entry.constant}
          onChange={(constant) => onChange({ constant })}
        />
      </div>
    </>
  );
}

function MoreFields({ entry, onChange }: FieldsProps) {
  return (
    <div className={s.body}>
      <KeysField
        label="Secondary keywords"
        name="secondary"
        keys={entry.secondaryKeys}
        hint="If you add any, one of these must come up as well."
        onChange={(secondaryKeys) => onChange({ secondaryKeys })}
      />
      <div className={setting.fields}>
        <TextField
          label="Order"
          name="order"
          type="number"
          inputMode="numeric"
          defaultValue={entry.order}
          hint="Lower comes first"
          onChange={(event) => onChange({ order: within(event.target.valueAsNumber, ORDER) })}
        />
        <TextField
          label="Chance"
          name="probability"
          type="number"
          inputMode="numeric"
          min={PROBABILITY.min}
          max={PROBABILITY.max}
          defaultValue={entry.probability}
          hint="Percent"
          onChange={(event) => onChange({ probability: within(event.target.valueAsNumber, PROBABILITY) })}
        />
      </div>
      <Switch
        label="Case-sensitive"
        checked={entry.caseSensitive}
        onChange={(caseSensitive) => onChange({ caseSensitive })}
      />
    </div>
  );
}

interface KeysFieldProps {
  label: string;
  name: string;
  keys: readonly string[];
  hint: string;
  placeholder?: string;
  onChange: (keys: string[]) => void;
}

/** Keys as they are typed: what is half a key yet, or a comma too many, stays in the field. */
function KeysField({ keys, onChange, ...field }: KeysFieldProps) {
  const [typed, setTyped] = useState(keysText(keys));
  return (
    <TextField
      {...field}
      value={typed}
      autoComplete="off"
      autoCapitalize="off"
      dir="auto"
      onChange={(event) => {
        setTyped(event.target.value);
        onChange(keysOf(event.target.value));
      }}
    />
  );
}
