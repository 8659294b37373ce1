import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from "react";
import { OtherField } from "../../../design/forms/Field";
import { Icon } from "../../../design/Icon";
import { cx } from "../../../lib/classes";
import { LIMITS } from "./entry";
import s from "./KeysField.module.css";
import { splitKeys } from "./keys";

interface KeysFieldProps {
  label: string;
  name: string;
  keys: readonly string[];
  hint: string;
  placeholder?: string;
  /** Keywords that are never found, or that another entry has; sentences say why elsewhere. */
  marked: ReadonlySet<string>;
  onChange: (keys: string[]) => void;
}

/** Keywords, each by itself: Enter or a comma adds one, a press on one takes it back into the field. */
export function KeysField({ label, name, keys, hint, placeholder, marked, onChange }: KeysFieldProps) {
  const [typed, setTyped] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const full = keys.length >= LIMITS.keys;

  const add = (text: string) => {
    const added = splitKeys(text, keys).slice(0, LIMITS.keys - keys.length);
    setTyped("");
    if (added.length > 0) onChange([...keys, ...added]);
  };
  const edit = (at: number) => {
    const pending = splitKeys(typed, keys);
    setTyped(keys[at] ?? "");
    onChange([...keys.filter((_, index) => index !== at), ...pending]);
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter") {
      event.preventDefault();
      add(typed);
    } else if (event.key === "Backspace" && typed === "" && keys.length > 0) {
      event.preventDefault();
      edit(keys.length - 1);
    }
  };
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData("text");
    if (!/[,\n]/.test(text) || typed.trim() !== "") return;
    event.preventDefault();
    add(text);
  };

  return (
    <OtherField label={label} name={name} hint={full ? `That is the most: ${LIMITS.keys} keywords.` : hint}>
      {(field) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: an extra; the input takes the focus by itself.
        // biome-ignore lint/a11y/noStaticElementInteractions: the same.
        <div
          className={s.box}
          onClick={(event) => event.target === event.currentTarget && input.current?.focus()}
        >
          {keys.map((key, at) => (
            <Key
              // biome-ignore lint/suspicious/noArrayIndexKey: imported keywords may be the same; they hold no state.
              key={at}
              text={key}
              marked={marked.has(key)}
              onEdit={() => edit(at)}
              onRemove={() => {
                onChange(keys.filter((_, index) => index !== at));
                input.current?.focus();
              }}
            />
          ))}
          <input
            {...field}
            ref={input}
            data-own-undo={typed === "" ? undefined : true}
            className={s.input}
            value={typed}
            placeholder={keys.length === 0 ? placeholder : undefined}
            disabled={full}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="done"
            dir="auto"
            // The keys of a phone's keyboard have no names: only the text shows the comma.
            onChange={({ target: { value } }) => {
              if (value.includes(",") && !value.trimStart().startsWith("/")) add(value);
              else setTyped(value);
            }}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
            onBlur={() => add(typed)}
          />
        </div>
      )}
    </OtherField>
  );
}

interface KeyProps {
  text: string;
  marked: boolean;
  onEdit: () => void;
  onRemove: () => void;
}

function Key({ text, marked, onEdit, onRemove }: KeyProps) {
  return (
    <span className={cx(s.key, marked && s.marked)} dir="auto">
      <button type="button" className={s.text} aria-label={`Edit “${text}”`} onClick={onEdit}>
        {marked && <Icon name="warning" />}
        {text.trim() === "" ? "(empty)" : text}
      </button>
      <button type="button" className={s.remove} aria-label={`Remove “${text}”`} onClick={onRemove}>
        <Icon name="close" />
      </button>
    </span>
  );
}
