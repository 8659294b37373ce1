import type { Fact } from "../types";

/** The longest fact, in characters; the server holds the same. */
export const FACT_CHARS = 500;
/** The longest summary, in characters; the server holds the same. */
export const SUMMARY_CHARS = 8_000;

/** What is wrong with the text of a fact, or null. */
export function factError(text: string): string | null {
  const length = Array.from(text.trim()).length;
  if (length === 0) return "Enter a fact.";
  const over = length - FACT_CHARS;
  return over > 0 ? `A fact can have up to ${FACT_CHARS} characters. This one is ${over} too long.` : null;
}

/** What holds here first, then pinned ones, then in the order they were written. */
export function inOrder(facts: readonly Fact[]): Fact[] {
  return facts.toSorted(
    (a, b) =>
      Number(b.holds) - Number(a.holds) ||
      Number(b.pinned) - Number(a.pinned) ||
      (a.createdOn < b.createdOn ? -1 : a.createdOn > b.createdOn ? 1 : 0),
  );
}
