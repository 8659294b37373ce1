import { joined, plural } from "../../../lib/format";
import { imageKeys } from "../model/draft";
import type { Draft, FieldReport, ImportFileReport } from "../types";
import { cardFieldName } from "./cardFields";

/** What became of a field as people call it. Fields of a card that are called alike are one row. */
export interface ReportRow {
  readonly name: string;
  /** What is said about it, each once. */
  readonly notes: readonly string[];
}

/** What became of the fields of a file, in the order in which an author wants to know it. */
export interface ReportGroups {
  /** What was changed or could not be read. */
  look: readonly ReportRow[];
  taken: readonly ReportRow[];
  /** What is about people, which is never imported. */
  people: readonly ReportRow[];
  /** What means nothing here, and is exported again. */
  kept: readonly ReportRow[];
}

/** The report of an import, sorted. */
export function groupsOf({ report, links }: Pick<ImportFileReport, "report" | "links">): ReportGroups {
  // Pictures elsewhere have a line of their own, with their place.
  const addresses = new Set(links.map(({ address }) => address));
  const rows = report.filter(({ field }) => !addresses.has(field));
  const withOutcome = (...outcomes: FieldReport["outcome"][]) =>
    merged(outcomes.flatMap((outcome) => rows.filter((row) => row.outcome === outcome)));
  return {
    look: withOutcome("refused", "changed"),
    taken: withOutcome("taken"),
    people: withOutcome("leftOut"),
    kept: withOutcome("kept"),
  };
}

function merged(rows: readonly FieldReport[]): ReportRow[] {
  const notes = new Map<string, Set<string>>();
  for (const { field, note } of rows) {
    const name = cardFieldName(field);
    const known = notes.get(name) ?? new Set();
    if (note !== "") known.add(note);
    notes.set(name, known);
  }
  return [...notes].map(([name, said]) => ({ name, notes: [...said] }));
}

/** How many things of a file an author may want to look at. */
export function lookCount(imported: Pick<ImportFileReport, "report" | "links" | "notices">): number {
  return groupsOf(imported).look.length + imported.links.length + imported.notices.length;
}

/** What a draft holds, in one sentence; null if it holds nothing. */
export function arrivedText(draft: Draft): string | null {
  const { actors, openings, lorebooks } = draft;
  const books = [...lorebooks, ...actors.flatMap((actor) => actor.lorebooks)];
  const entries = books.reduce((sum, { book }) => sum + book.entries.length, 0);
  const pictures = new Set(imageKeys(draft)).size;
  const parts = [
    actors.length > 0 && plural(actors.length, "actor"),
    openings.length > 0 && "the first message",
    openings.length > 1 && plural(openings.length - 1, "other opening"),
    entries > 0 && plural(entries, "lore entry", "lore entries"),
    pictures > 0 && plural(pictures, "picture"),
  ].filter((part) => part !== false);
  return parts.length === 0 ? null : `The draft has ${joined(parts)}.`;
}

/** Whether a draft is a lorebook that came alone. */
export const isLorebookAlone = ({ actors, openings, lorebooks }: Draft): boolean =>
  actors.length === 0 && openings.length === 0 && lorebooks.length > 0;
