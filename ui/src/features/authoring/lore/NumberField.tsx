import { type ReactNode, useState } from "react";
import { TextField } from "../../../design/forms/Field";

interface Common {
  label: string;
  name: string;
  min: number;
  max: number;
  hint?: ReactNode;
}

type NumberFieldProps = Common &
  (
    | { empty?: undefined; value: number; onChange: (value: number) => void }
    /** `empty` says what an empty field means; its value is null. */
    | { empty: string; value: number | null; onChange: (value: number | null) => void }
  );

/**
 * A whole number within limits. What is half typed stays in the field; what is no number is given up with
 * the focus.
 */
export function NumberField({ label, name, min, max, hint, ...field }: NumberFieldProps) {
  const { value } = field;
  const [typed, setTyped] = useState({ value, text: String(value ?? "") });
  if (typed.value !== value) setTyped({ value, text: String(value ?? "") });

  const change = (text: string) => {
    const next = text.trim() === "" ? null : Math.round(Number(text));
    if (next === null && field.empty !== undefined) {
      setTyped({ value: null, text });
      field.onChange(null);
    } else if (next !== null && next >= min && next <= max) {
      setTyped({ value: next, text });
      field.onChange(next);
    } else setTyped({ value, text });
  };

  return (
    <TextField
      label={label}
      name={name}
      type="number"
      inputMode={min < 0 ? "text" : "numeric"}
      min={min}
      max={max}
      step={1}
      value={typed.text}
      placeholder={field.empty}
      hint={hint}
      error={isWrong(typed.text, min, max) ? `Enter a whole number from ${min} to ${max}.` : null}
      onChange={(event) => change(event.target.value)}
      onBlur={() => setTyped({ value, text: String(value ?? "") })}
    />
  );
}

const isWrong = (text: string, min: number, max: number) =>
  text.trim() !== "" && !(Number(text) >= min && Number(text) <= max);
