import { type DraftText, draftTexts, type ScenarioDraft, withText } from "./draftTexts";

/** Finding and replacing over all texts of a draft. Places are counted in UTF-16 units. */

export interface FindOptions {
  /** Capitals and small letters are different. */
  matchCase: boolean;
  /** No letter or digit may stand beside what is found. */
  wholeWord: boolean;
}

export interface Span {
  from: number;
  to: number;
}

/** A place where something was found. */
export interface Found extends Span {
  text: DraftText;
}

/** Scripts that put no spaces between words (server/catalogue/src/lorebooks/keys/key.rs). */
const WITHOUT_SPACES = new RegExp(
  "[\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u2e80-\\u9fff" +
    "\\uac00-\\ud7af\\uf900-\\ufaff\\uff66-\\uff9f\\u{20000}-\\u{3ffff}]",
  "u",
);

/** Whether the script of a text puts spaces between words, so that “whole word” means something. */
const hasSpacesBetweenWords = (text: string) => !WITHOUT_SPACES.test(text);

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/** A pattern that finds a query; null for an empty one. */
export function queryPattern(query: string, { matchCase, wholeWord }: FindOptions): RegExp | null {
  if (query === "") return null;
  const body = escaped(query);
  // Only a side that ends in a letter or digit needs a border, as in the server's keys.
  const inWord = "[\\p{Alphabetic}\\p{N}_]";
  const whole = wholeWord && hasSpacesBetweenWords(query);
  const before = whole && new RegExp(`^${inWord}`, "u").test(query) ? `(?<!${inWord})` : "";
  const after = whole && new RegExp(`${inWord}$`, "u").test(query) ? `(?!${inWord})` : "";
  return new RegExp(before + body + after, matchCase ? "gu" : "giu");
}

/** Where a pattern is found in a text. */
export function spansOf(text: string, pattern: RegExp): Span[] {
  return Array.from(text.matchAll(pattern), ({ 0: match, index }) => ({
    from: index,
    to: index + match.length,
  }));
}

/** Every place of a draft where a query is found, in the order of its texts. */
export function findInDraft(draft: ScenarioDraft, query: string, options: FindOptions): Found[] {
  const pattern = queryPattern(query, options);
  if (pattern === null) return [];
  return draftTexts(draft).flatMap((text) => spansOf(text.text, pattern).map((span) => ({ ...span, text })));
}

/** The text with something else at these places, which are in order and do not overlap. */
export function replaceSpans(text: string, spans: readonly Span[], write: (was: string) => string): string {
  let done = "";
  let at = 0;
  for (const { from, to } of spans) {
    done += text.slice(at, from) + write(text.slice(from, to));
    at = to;
  }
  return done + text.slice(at);
}

/** A text with every place of a query replaced. */
export function replaceInText(
  text: string,
  query: string,
  replacement: string,
  options: FindOptions,
): string {
  const pattern = queryPattern(query, options);
  return pattern === null ? text : replaceSpans(text, spansOf(text, pattern), () => replacement);
}

/** Places by their text. */
export function byText(found: readonly Found[]): { text: DraftText; spans: Found[] }[] {
  const groups = new Map<string, { text: DraftText; spans: Found[] }>();
  for (const one of found) {
    const group = groups.get(one.text.field) ?? { text: one.text, spans: [] };
    group.spans.push(one);
    groups.set(one.text.field, group);
  }
  return [...groups.values()];
}

/** Whether a found place can be replaced: what is kept of an imported card never changes. */
export const canReplace = ({ text }: Found) => text.kind !== "kept";

/** The draft with these places replaced. */
export function replaceInDraft(
  draft: ScenarioDraft,
  found: readonly Found[],
  replacement: string,
): ScenarioDraft {
  let now = draft;
  for (const { text, spans } of byText(found.filter(canReplace))) {
    now = withText(
      now,
      text.field,
      replaceSpans(text.text, spans, () => replacement),
    );
  }
  return now;
}

/** Places that are not offered again: skipped, or replaced already. By field. */
export type Settled = ReadonlyMap<string, readonly Span[]>;

/** Whether a place is settled. */
export const isSettled = (settled: Settled, { text, from, to }: Found) =>
  (settled.get(text.field) ?? []).some((span) => span.from < to && from < span.to);

/** Settles a place whose text now has `length` characters there; what stands behind it moves. */
export function settle(settled: Settled, { text, from, to }: Found, length: number): Settled {
  const by = length - (to - from);
  const others = (settled.get(text.field) ?? []).map((span) =>
    span.from >= to ? { from: span.from + by, to: span.to + by } : span,
  );
  return new Map(settled).set(text.field, [...others, { from, to: from + length }]);
}

/** A found place with what stands around it in its line. */
export function contextOf({ text: { text }, from, to }: Found): {
  before: string;
  match: string;
  after: string;
} {
  const AROUND = 48;
  const start = text.slice(Math.max(0, from - AROUND), from);
  const end = text.slice(to, to + AROUND);
  const before = (from > AROUND ? "…" : "") + start;
  const after = end + (to + AROUND < text.length ? "…" : "");
  return {
    before: before.replace(/\s+/g, " "),
    match: text.slice(from, to),
    after: after.replace(/\s+/g, " "),
  };
}
