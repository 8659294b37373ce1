import { macroSpans } from "../text/macros";
import { type Entry, LIMITS } from "./entry";

/** Keywords as the engine reads them (server/catalogue/src/lorebooks/keys). */

type Rules = Pick<Entry, "useRegex" | "caseSensitive">;

interface Pattern {
  source: string;
  flags: string;
}

/** The pattern of a keyword that is one: between slashes, or any if all are patterns. */
export function asPattern(key: string, { useRegex, caseSensitive }: Rules): Pattern | null {
  const text = key.trim();
  const slashed = /^\/(.+)\/([dgimsuvy]*)$/s.exec(text);
  if (slashed !== null) return { source: slashed[1] ?? "", flags: slashed[2] ?? "" };
  return useRegex && text !== "" ? { source: text, flags: caseSensitive ? "" : "i" } : null;
}

/** What the engine's patterns, which always run in linear time, cannot do: look around and refer back. */
const UNSUPPORTED = /\(\?<?[=!]|\\[1-9]|\\k[<{]/;

/** A pattern without what only its escapes hold, so that its parts can be told apart. */
const withoutEscapedSlashes = (source: string) => source.replaceAll("\\\\", "");

/** The same pattern in JavaScript's words, as far as they differ: what is valid must not be refused. */
function inJavaScript(source: string): string {
  return (
    source
      .replace(/\(\?P</g, "(?<")
      .replace(/\(\?[a-zA-Z-]+\)/g, "")
      .replace(/\(\?[a-zA-Z-]+:/g, "(?:")
      .replace(/\[:\^?[a-z]+:\]/g, "a")
      // Operations on classes, and repetitions of repetitions.
      .replace(/&&|--|~~/g, "")
      .replace(/([*+?}])[*+]+/g, "$1")
  );
}

/** What is wrong with a pattern; null if it can be searched for. */
function patternFault({ source, flags }: Pattern): string | null {
  if (UNSUPPORTED.test(withoutEscapedSlashes(source)))
    return "uses look-around or back-references, which patterns here cannot do";
  // A macro may stand for anything; a letter stands in for it.
  const plain = macroSpans(source).reduceRight(
    (text, { from, to }) => `${text.slice(0, from)}a${text.slice(to)}`,
    source,
  );
  try {
    new RegExp(inJavaScript(plain), flags.includes("i") ? "i" : "");
    return null;
  } catch {
    return "is not a valid pattern";
  }
}

const bytesOf = (text: string) => new TextEncoder().encode(text).length;

/** Why a keyword is never found, as the end of a sentence; null if it can be found. */
export function keyFault(key: string, rules: Rules): string | null {
  if (key.trim() === "") return "is empty";
  if (bytesOf(key) > LIMITS.keyBytes) return `is longer than ${LIMITS.keyBytes} bytes`;
  const pattern = asPattern(key, rules);
  return pattern === null ? null : patternFault(pattern);
}

/**
 * Keywords with the same answer find the same words: spaces count once, and capitals only where they matter.
 */
export function keyIdentity(key: string, rules: Rules): string {
  const pattern = asPattern(key, rules);
  if (pattern !== null) return `/${pattern.source}/${[...pattern.flags].sort().join("")}`;
  const spaced = key.trim().split(/\s+/).join(" ");
  return rules.caseSensitive ? `=${spaced}` : spaced.toLowerCase();
}

/**
 * Splits what was typed or pasted into keywords: at commas and line breaks, except inside of a `/pattern/`.
 * Keywords that are there already are left out.
 */
export function splitKeys(typed: string, present: readonly string[]): string[] {
  const PATTERN = /^\s*\/(?:\\.|[^/\\\n])+\/[a-z]*\s*(?=[,\n]|$)/;
  const keys: string[] = [];
  let rest = typed;
  while (rest.trim() !== "") {
    const pattern = PATTERN.exec(rest)?.[0];
    const end = pattern?.length ?? /[,\n]|$/.exec(rest)?.index ?? rest.length;
    const key = rest.slice(0, end).trim();
    if (key !== "" && !keys.includes(key) && !present.includes(key)) keys.push(key);
    rest = rest.slice(end + 1);
  }
  return keys;
}
