/** Pure text helpers: the same answer on the server and in the browser, so no locale and no `Intl`. */

const ELLIPSIS = "…";

/** Cuts to at most `limit` code points; what is cut is shown by an ellipsis that counts as one of them. */
export function truncate(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const points = Array.from(text);
  if (points.length <= limit) return text;
  return (
    points
      .slice(0, limit - 1)
      .join("")
      .trimEnd() + ELLIPSIS
  );
}

const STEPS = [
  { size: 1_000_000_000, suffix: "B" },
  { size: 1_000_000, suffix: "M" },
  { size: 1_000, suffix: "K" },
] as const;

/**
 * Spec section 9: K, M and B, one decimal, at most four characters before the suffix. Rounds down, so that a count is
 * never shown larger than it is; a decimal that would be zero is left out.
 */
export function compact(value: number): string {
  if (!Number.isFinite(value)) return "0";
  const sign = value < 0 ? "-" : "";
  const size = Math.floor(Math.abs(value));
  for (const step of STEPS) {
    if (size < step.size) continue;
    const tenths = Math.floor(size / (step.size / 10));
    const whole = Math.floor(tenths / 10);
    const decimal = tenths % 10;
    const withDecimal = `${whole}.${decimal}`;
    const digits = decimal === 0 || withDecimal.length > 4 ? String(whole) : withDecimal;
    return sign + digits + step.suffix;
  }
  return size === 0 ? "0" : sign + String(size);
}

/** The badge on a scenario card: `1 message sent`, `12.3K messages sent`. */
export function messagesSent(count: number): string {
  return `${compact(count)} ${count === 1 ? "message sent" : "messages sent"}`;
}

/** `plural(1, "scene")` is `1 scene`; the number is shortened. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${compact(count)} ${count === 1 ? one : many}`;
}

/** Words as a list within a sentence: `a, b and c`. */
export function joined(words: readonly string[]): string {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
