import options from "../../../design/forms/Options.module.css";
import { cx } from "../../../lib/classes";

interface OptionProps {
  /** Of the radio buttons that belong together. */
  group: string;
  name: string;
  text?: string | undefined;
  /** Name and text are words of a person, in whatever language; a long text is cut. */
  personal?: boolean;
  checked: boolean;
  disabled?: boolean;
  onChoose: () => void;
}

/** One of several to choose from: a radio button, a name, and a line of words about it. */
export function Option({
  group,
  name,
  text = "",
  personal = false,
  checked,
  disabled,
  onChoose,
}: OptionProps) {
  const dir = personal ? "auto" : undefined;
  return (
    <label className={options.option}>
      <input type="radio" name={group} checked={checked} disabled={disabled} onChange={onChoose} />
      <span>
        <span className={options.name} dir={dir}>
          {name}
        </span>
        {text !== "" && (
          <span className={cx(options.text, personal && options.lines)} dir={dir}>
            {text}
          </span>
        )}
      </span>
    </label>
  );
}
