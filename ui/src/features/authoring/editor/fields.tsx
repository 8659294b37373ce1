import { type ReactNode, useMemo } from "react";
import { TextField } from "../../../design/forms/Field";
import forms from "../../../design/forms/Form.module.css";
import { type RadioOption, RadioOptions } from "../../../design/forms/RadioOptions";
import { Icon } from "../../../design/Icon";
import { LIMITS, lengthOf, nameOf, tooLong } from "../model/draft";
import { type Path, pointerOf } from "../model/path";
import { LongText } from "../text/LongText";
import { problemAt, useEditor } from "./EditorContext";
import s from "./fields.module.css";

/** Marks where a field of the draft is shown, so that links can lead to it. */
export function FieldPlace({ path, children }: { path: Path; children: ReactNode }) {
  return (
    <div className={s.place} data-field={pointerOf(path)}>
      {children}
    </div>
  );
}

/** `12 left` or `3 too many`; nothing while the limit is far away. */
function roomText(text: string, limit: number): string {
  const left = limit - lengthOf(text);
  if (left > limit / 4) return "";
  return left >= 0 ? `${left} left` : `${-left} too many`;
}

interface TextProps {
  path: Path;
  label: string;
  value: string;
  limit: number;
  onChange: (value: string) => void;
  hint?: ReactNode;
  placeholder?: string;
}

interface ShortTextProps extends TextProps {
  onFocus?: () => void;
  onBlur?: () => void;
}

/** One line of the draft. */
export function ShortText(props: ShortTextProps) {
  const { path, label, value, limit, onChange, hint, placeholder, onFocus, onBlur } = props;
  const editor = useEditor();
  const error = problemAt(editor, path) ?? tooLong(value, limit);
  const room = roomText(value, limit);
  return (
    <FieldPlace path={path}>
      <TextField
        name={pointerOf(path)}
        label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        error={error}
        hint={hint}
        aside={room !== "" && <span className={forms.room}>{room}</span>}
        placeholder={placeholder}
        onFocus={onFocus}
        onBlur={onBlur}
        autoComplete="off"
        dir="auto"
      />
    </FieldPlace>
  );
}

interface ProseProps extends Omit<TextProps, "limit" | "placeholder" | "hint"> {
  hint?: string;
  /** No model reads it. */
  unread?: boolean;
}

/** A long text of the draft. */
export function Prose({ path, label, value, onChange, hint, unread = false }: ProseProps) {
  const editor = useEditor();
  const { actors } = editor.draft;
  const names = useMemo(() => actors.map(nameOf), [actors]);
  const error = problemAt(editor, path);
  return (
    <FieldPlace path={path}>
      <LongText
        name={pointerOf(path)}
        label={label}
        value={value}
        onChange={onChange}
        limit={LIMITS.text}
        names={names}
        unread={unread}
        {...(hint !== undefined && { hint })}
        {...(error !== undefined && { error })}
      />
    </FieldPlace>
  );
}

/**
 * What is wrong with something that is no field of its own; `alone`: what is within it shows its mistakes
 * itself.
 */
export function FieldError({ path, alone = false }: { path: Path; alone?: boolean }) {
  const editor = useEditor();
  const error = alone ? editor.problems.get(pointerOf(path)) : problemAt(editor, path);
  if (error === undefined) return null;
  return (
    <p className={forms.error} role="alert">
      <Icon name="warning" />
      <span>{error}</span>
    </p>
  );
}

interface ChoiceProps<T extends string> {
  path: Path;
  label: string;
  hint?: string;
  /** What is known about it; it stands before the choices. */
  note?: ReactNode;
  value: T | null;
  choices: readonly RadioOption<T>[];
  onChange: (value: T) => void;
  /** What belongs to the choice that is made; it stands below it. */
  children?: ReactNode;
}

/** One of a few, each with what it means. */
export function Choice<T extends string>(props: ChoiceProps<T>) {
  const { path, label, hint, note, value, choices, onChange, children } = props;
  return (
    <FieldPlace path={path}>
      <fieldset className={s.group}>
        <legend className={forms.label}>{label}</legend>
        {hint !== undefined && <p className={forms.hint}>{hint}</p>}
        {note}
        <RadioOptions choices={choices} value={value} onChange={onChange}>
          {children != null && <div className={s.inside}>{children}</div>}
        </RadioOptions>
        <FieldError path={path} alone />
      </fieldset>
    </FieldPlace>
  );
}
