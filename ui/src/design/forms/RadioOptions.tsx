import { Fragment, type ReactNode, useId } from "react";
import options from "./Options.module.css";

/** One of a few things to choose from. */
export interface RadioOption<T extends string> {
  value: T;
  label: string;
  /** What it means. */
  text?: string;
}

interface RadioOptionsProps<T extends string> {
  choices: readonly RadioOption<T>[];
  /** Null: none is chosen yet. */
  value: T | null;
  onChange: (value: T) => void;
  /** What goes with the choice that is made; it stands below it. */
  children?: ReactNode;
}

/** One of a few, each with what it means; the fieldset around it says what they are about. */
export function RadioOptions<T extends string>({ choices, value, onChange, children }: RadioOptionsProps<T>) {
  const name = useId();
  return (
    <div className={options.options}>
      {choices.map((choice) => (
        <Fragment key={choice.value}>
          <label className={options.option}>
            <input
              type="radio"
              name={name}
              checked={value === choice.value}
              onChange={() => onChange(choice.value)}
            />
            <span>
              <span className={options.name}>{choice.label}</span>
              {choice.text !== undefined && <span className={options.text}>{choice.text}</span>}
            </span>
          </label>
          {value === choice.value && children}
        </Fragment>
      ))}
    </div>
  );
}
