import { cx } from "../lib/classes";
import { portraitFor } from "../lib/image";
import { Picture } from "./Picture";

const TINTS = 6;

/** A stable tint for a name, so that a cast without pictures can still be told apart. */
export function tint(name: string): number {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9_973;
  return sum % TINTS;
}

interface AvatarProps {
  src: string | null;
  name: string;
  /** Edge in CSS pixels; one of the sizes that have a class. */
  size: 32 | 40 | 56 | 72 | 96 | 128;
  eager?: boolean;
  /** What it shows, where somebody has described it. */
  alt?: string;
}

/** A round portrait; decorative without a description, since the name always stands beside it. Without a picture it shows the first letter. */
export function Avatar({ src, name, size, eager = false, alt = "" }: AvatarProps) {
  const classes = cx("avatar", `avatar-${size}`);
  if (src === null) {
    return (
      <span className={cx(classes, `tint-${tint(name)}`)} aria-hidden="true">
        {(Array.from(name.trim())[0] ?? "?").toUpperCase()}
      </span>
    );
  }
  return (
    <Picture src={portraitFor(src)} alt={alt} width={size} height={size} eager={eager} className={classes} />
  );
}
