import { plural } from "../../../lib/format";
import type { FieldReport, Imported } from "../types";

type Outcome = FieldReport["outcome"];

const RANK: Readonly<Record<Outcome, number>> = { refused: 0, changed: 1, kept: 2, taken: 3 };

/** The report of an import in the order an author wants it: what is lost first, what was taken last. */
export function reportOrder({ report, links }: Pick<Imported, "report" | "links">): FieldReport[] {
  // Pictures elsewhere have a line of their own, with their place.
  const addresses = new Set(links.map(({ address }) => address));
  return report
    .filter(({ field }) => !addresses.has(field))
    .toSorted((a, b) => RANK[a.outcome] - RANK[b.outcome]);
}

/** What became of a card in one sentence. */
export function summary(imported: Pick<Imported, "report" | "links">): string {
  const lines = reportOrder(imported);
  const { links } = imported;
  const count = (outcome: Outcome) => lines.filter((line) => line.outcome === outcome).length;
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

/** A card's field in words: `data.extensions.depth_prompt` as `Extensions › depth prompt`. */
export function cardFieldName(field: string): string {
  const words = field
    .replace(/^data\./, "")
    .replaceAll("[]", "")
    .replaceAll("_", " ")
    .split(".")
    .join(" › ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
