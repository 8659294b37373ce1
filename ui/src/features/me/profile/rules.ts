import type { Persona } from "../../../api/person";

/** Limits of a person's own words; the server holds the same (users/rules.rs). */
export const LIMITS = {
  nameMin: 3,
  nameMax: 30,
  bio: 2_000,
  personas: 20,
  personaName: 50,
  personaDescription: 2_000,
  blockedTags: 50,
} as const;

const NAME = /^[a-z0-9]+(?:[._-][a-z0-9]+)*$/i;

/** Code points, as the server counts them. */
export const lengthOf = (text: string): number => Array.from(text).length;

/** What is wrong with a name to sign with, or null. */
export function nameError(name: string): string | null {
  const length = lengthOf(name);
  if (length < LIMITS.nameMin || length > LIMITS.nameMax) return "Use 3 to 30 characters.";
  if (!NAME.test(name))
    return "Use letters a to z and digits, with single dots, dashes or underscores in between.";
  return null;
}

/** What is wrong with a longer text, or null. */
export function textError(text: string, limit: number): string | null {
  const over = lengthOf(text.trim()) - limit;
  return over > 0 ? `${over === 1 ? "1 character" : `${over} characters`} too many.` : null;
}

/** `12 of 2,000`, or nothing while the limit is far away. */
export function roomText(text: string, limit: number): string {
  const left = limit - lengthOf(text);
  if (left > limit / 4) return "";
  return left >= 0 ? `${left} left` : `${-left} too many`;
}

/** Characters as people count them: a letter with its accents is one. */
function graphemes(text: string): number {
  return Array.from(new Intl.Segmenter().segment(text)).length;
}

/** What cannot be seen, or turns the text around it. */
const UNSEEN = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/u;

/** Names may be in any script; the server holds the same (users/rules.rs). */
export function personaNameError(name: string): string | null {
  const trimmed = name.trim();
  if (trimmed === "") return "Enter a name.";
  if (UNSEEN.test(trimmed)) return "Enter a name on one line.";
  const over = graphemes(trimmed) - LIMITS.personaName;
  return over > 0 ? `${over === 1 ? "1 character" : `${over} characters`} too many.` : null;
}

/** Personas in the order their names are read. */
export function personaList(personas: Readonly<Record<string, Persona>>): { id: string; persona: Persona }[] {
  return Object.entries(personas)
    .map(([id, persona]) => ({ id, persona }))
    .sort((a, b) => a.persona.name.localeCompare(b.persona.name, "en") || (a.id < b.id ? -1 : 1));
}
