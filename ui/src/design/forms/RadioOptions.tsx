import { Fragment, type ReactNode, useId } from "react";
import { cx } from "../../lib/classes";
import options from "./Options.module.css";

/** One of a few things to choose from. */
export interface RadioOption<T extends string> {
  value: T;
  label: string;
  /** What it means. */
  text?: string | undefined;
  /** Label and text are words of a person, in whatever language; a long text is cut. */
  personal?: boolean;
  /** It can’t be chosen now; the text says why. */
  disabled?: boolean;
  /** What it is, where words do not say it all. */
  shown?: ReactNode;
}

interface RadioOptionsProps<T extends string> {
  /** What the field is called in its form; by default a name that is unique on the page. */
  name?: string;
  choices: readonly RadioOption<T>[];
  /** Null: none is chosen yet. */
  value: T | null;
  onChange: (value: T) => void;
  /** Something has to be chosen and is not: a form leads here. */
  invalid?: boolean;
  /** What goes with the choice that is made; it stands below it. */
  children?: ReactNode;
}

/** One of a few, each with what it means; the fieldset around it says what they are about. */
export function RadioOptions<T extends string>(props: RadioOptionsProps<T>) {
  const { name, choices, value, onChange, invalid = false, children } = props;
  const id = useId();
  return (
    <div className={options.options}>
      {choices.map((choice) => (
        <Fragment key={choice.value}>
          <label className={options.option}>
            <input
              type="radio"
              name={name ?? id}
              data-invalid={invalid ? "" : undefined}
              checked={value === choice.value}
              disabled={choice.disabled}
              onChange={() => onChange(choice.value)}
            />
            <Words {...choice} />
          </label>
          {value === choice.value && children}
        </Fragment>
      ))}
    </div>
  );
}

type WordsProps = Pick<RadioOption<string>, "label" | "text" | "personal" | "shown">;

function Words({ label, text = "", personal = false, shown }: WordsProps) {
  const dir = personal ? "auto" : undefined;
  return (
    <span>
      <span className={options.name} dir={dir}>
        {label}
      </span>
      {text !== "" && (
        <span className={cx(options.text, personal && options.lines)} dir={dir}>
          {text}
        </span>
      )}
      {shown}
    </span>
  );
}
