import { castOf } from "../model/cast";
import type { Character, Sampling } from "../types";

/** Limits and meanings of what can be set for a story; the server holds the same. */

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

/** A whole number within its limits; `initial` for anything but a number. */
export function within(value: number, limits: { min: number; max: number; initial: number }): number {
  return Number.isFinite(value) ? clamp(Math.round(value), limits.min, limits.max) : limits.initial;
}

/** Spec section 9, "Response length". */
export const RESPONSE_LENGTH = { min: 0, max: 100, initial: 50 } as const;
/** Most replies to one message. */
export const MAX_REPLIES = { min: 1, max: 8, initial: 3 } as const;
/** How far above the newest message the author's note stands. */
export const NOTE_DEPTH = { min: 0, max: 100, initial: 4 } as const;
/** With every how many of the player's messages the note is given. */
export const NOTE_INTERVAL = { min: 1, max: 100, initial: 1 } as const;

/** The longest note or instruction, in characters. */
export const INSTRUCTION_CHARS = 8_000;

/** The longest reply of a response length, in tokens: 80, 300 and 900 at the ends and in the middle, geometric between. */
export function replyTokens(length: number): number {
  const at = within(length, RESPONSE_LENGTH);
  return Math.round(at <= 50 ? 80 * (300 / 80) ** (at / 50) : 300 * (900 / 300) ** ((at - 50) / 50));
}

/** English words to a token. */
const WORDS_A_TOKEN = 0.75;

/** What a response length means: `Up to about 230 words`. */
export function lengthText(length: number): string {
  return `Up to about ${Math.round((replyTokens(length) * WORDS_A_TOKEN) / 10) * 10} words`;
}

/** A name for a response length. */
export function lengthName(length: number): string {
  const at = within(length, RESPONSE_LENGTH);
  if (at < 20) return "A line or two";
  if (at < 40) return "Short";
  if (at <= 60) return "Medium";
  if (at <= 80) return "Long";
  return "A page";
}

/** What can be set of how a model chooses its words. */
export type SamplerName = keyof Sampling;

/** One of them as a field: its words, and the range the server takes. */
export interface SamplerField {
  name: SamplerName;
  label: string;
  hint: string;
  min: number;
  max: number;
  /** The lowest value is itself not allowed. */
  above?: boolean;
  whole?: boolean;
}

/** The largest seed that JavaScript can represent exactly. */
const MAX_SEED = 2 ** 53 - 1;

/** In the order they are shown. */
export const SAMPLER: readonly SamplerField[] = [
  { name: "temperature", label: "Temperature", hint: "Higher is more surprising.", min: 0, max: 2 },
  {
    name: "topP",
    label: "Top P",
    hint: "Only picks from the most likely words that add up to this share.",
    min: 0,
    max: 1,
    above: true,
  },
  {
    name: "topK",
    label: "Top K",
    hint: "Only picks from this many of the most likely words.",
    min: 1,
    max: 1_000,
    whole: true,
  },
  {
    name: "minP",
    label: "Min P",
    hint: "Only picks words at least this likely, compared with the most likely one.",
    min: 0,
    max: 1,
  },
  {
    name: "frequencyPenalty",
    label: "Frequency penalty",
    hint: "Discourages words that came up often.",
    min: -2,
    max: 2,
  },
  {
    name: "presencePenalty",
    label: "Presence penalty",
    hint: "Discourages words that came up at all.",
    min: -2,
    max: 2,
  },
  {
    name: "repetitionPenalty",
    label: "Repetition penalty",
    hint: "1 means no penalty.",
    min: 0.5,
    max: 2,
  },
  {
    name: "seed",
    label: "Seed",
    hint: "The same seed asks for the same reply again.",
    min: 0,
    max: MAX_SEED,
    whole: true,
  },
];

/** What was typed for a sampler setting: empty leaves it to the model. A comma is read as a point. */
export function samplerValue(
  field: SamplerField,
  typed: string,
): { value: number | null } | { error: string } {
  const text = typed.trim().replace(",", ".");
  if (text === "") return { value: null };
  const value = Number(text);
  const fits =
    Number.isFinite(value) &&
    value <= field.max &&
    (field.above === true ? value > field.min : value >= field.min) &&
    (field.whole !== true || Number.isSafeInteger(value));
  return fits ? { value } : { error: rangeText(field) };
}

/** `0 to 2`, or what is asked for instead. */
export function rangeText({ min, max, above, whole }: SamplerField): string {
  if (max === MAX_SEED) return "A whole number, 0 or more.";
  const range = above === true ? `Above ${min}, at most ${max}` : `${min} to ${max}`;
  return whole === true ? `${range}, whole number.` : `${range}.`;
}

/** The sampler settings with one changed; what nobody set is left to the model. */
export function withSampler(now: Sampling, name: SamplerName, value: number | null): Sampling {
  const next: Sampling = {};
  for (const { name: each } of SAMPLER) {
    const kept = each === name ? value : (now[each] ?? null);
    if (kept !== null) next[each] = kept;
  }
  return next;
}

/** Whether anything is set at all. */
export function isSampled(sampling: Sampling): boolean {
  return SAMPLER.some(({ name }) => (sampling[name] ?? null) !== null);
}

/** Spec section 4: puppeteer can be chosen only when more than one non-user character exists. */
export function canPuppeteer(characters: Character[]): boolean {
  return castOf({ characters }).length > 1;
}
