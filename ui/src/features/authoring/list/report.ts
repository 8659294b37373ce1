import { plural } from "../../../lib/format";
import type { FieldReport, Imported } from "../types";

type Outcome = FieldReport["outcome"];

const RANK: Readonly<Record<Outcome, number>> = { refused: 0, changed: 1, kept: 2, taken: 3 };

/** The report of an import in the order an author wants it: what is lost first, what was taken last. */
export function reportOrder(report: readonly FieldReport[]): FieldReport[] {
  return report.toSorted((a, b) => RANK[a.outcome] - RANK[b.outcome]);
}

/** What became of a card in one sentence. */
export function summary({ report, links }: Pick<Imported, "report" | "links">): string {
  const count = (outcome: Outcome) => report.filter((line) => line.outcome === outcome).length;
  const refused = count("refused");
  const changed = count("changed");
  const parts = [
    refused > 0 && `${plural(refused, "field")} couldn’t be imported`,
    changed > 0 && `${plural(changed, "field")} had to be changed`,
    links.length > 0 &&
      `${plural(links.length, "picture")} on other sites ${links.length === 1 ? "wasn’t" : "weren’t"} loaded`,
  ].filter((part) => part !== false);
  if (parts.length === 0) return "Everything was imported.";
  return `${parts.join(", ")}.`;
}

/** The file formats that can be imported. */
export const CARD_TYPES = ".json,application/json";
