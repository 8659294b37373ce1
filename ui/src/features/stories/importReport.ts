import type { ImportLine } from "./types";

/** The report of an import in the order a reader wants it: what is lost first, what was kept last. */
export function reportOrder(report: readonly ImportLine[]): ImportLine[] {
  const rank: Readonly<Record<ImportLine["outcome"], number>> = { dropped: 0, asked: 1, changed: 2, kept: 3 };
  return report.toSorted((a, b) => rank[a.outcome] - rank[b.outcome]);
}
