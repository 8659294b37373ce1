import { useId } from "react";
import { TextArea } from "../../../design/forms/Field";
import { plural } from "../../../lib/format";
import { lengthOf } from "../model/draft";

interface LongTextProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  hint?: string;
  error?: string;
  /** Characters it may have. */
  limit?: number;
  names?: readonly string[];
}

/** A text of any length. */
export function LongText({ label, value, onChange, hint, error, limit }: LongTextProps) {
  const name = useId();
  const over = limit === undefined || value.length <= limit ? 0 : lengthOf(value) - limit;
  return (
    <TextArea
      label={label}
      name={name}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      hint={hint}
      error={error ?? (over > 0 ? `${plural(over, "character")} too many.` : undefined)}
      rows={4}
      dir="auto"
    />
  );
}
