import { useState } from "react";
import { Button } from "../../../design/Button";
import { TextArea, TextField } from "../../../design/forms/Field";
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

/** One piece of knowledge: what brings it up, and what it says. */
export function EntryEditor({ entry, fresh, fault, onChange, onRemove }: EntryEditorProps) {
  const { name, keys, secondaryKeys, content, enabled, constant, order, probability, caseSensitive } = entry;
  return (
    <li>
      <details className={cx(s.entry, !enabled && s.off)} open={fresh || undefined}>
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
          <TextField
            label="Title"
            name="title"
            value={name}
            autoComplete="off"
            dir="auto"
            onChange={(event) => onChange({ name: event.target.value })}
          />
          <KeysField
            label="Keywords"
            name="keys"
            keys={keys}
            hint="Words that trigger this entry, separated by commas. Use /…/ for a pattern."
            placeholder="lamp, lighthouse, the tower"
            onChange={(next) => onChange({ keys: next })}
          />
          <TextArea
            label="Content"
            name="content"
            value={content}
            rows={4}
            dir="auto"
            onChange={(event) => onChange({ content: event.target.value })}
          />
          <div className={setting.switches}>
            <Switch label="Enabled" checked={enabled} onChange={(next) => onChange({ enabled: next })} />
            <Switch
              label="Always on"
              hint="Added to every prompt."
              checked={constant}
              onChange={(next) => onChange({ constant: next })}
            />
          </div>
          <details>
            <summary className={panel.foldHead}>
              <span className={panel.foldNote}>More</span>
              <Icon name="down" />
            </summary>
            <div className={s.body}>
              <KeysField
                label="Secondary keywords"
                name="secondary"
                keys={secondaryKeys}
                hint="If you add any, one of these must come up as well."
                onChange={(next) => onChange({ secondaryKeys: next })}
              />
              <div className={setting.fields}>
                <TextField
                  label="Order"
                  name="order"
                  type="number"
                  inputMode="numeric"
                  defaultValue={order}
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
                  defaultValue={probability}
                  hint="Percent"
                  onChange={(event) =>
                    onChange({ probability: within(event.target.valueAsNumber, PROBABILITY) })
                  }
                />
              </div>
              <Switch
                label="Case-sensitive"
                checked={caseSensitive}
                onChange={(next) => onChange({ caseSensitive: next })}
              />
            </div>
          </details>
          {fault !== null && (
            <p className="form-error" data-invalid="" tabIndex={-1} role="alert">
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
      {fault !== null && <p className="form-error">{fault}</p>}
    </li>
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
