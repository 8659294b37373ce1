import type { ScenarioPoster } from "../../api/types";

/** Scenarios that a feed shows on home. */
export const FEED_LENGTH = 8;

/** Rows of home from the top: each without the scenarios that a row above it shows, and cut to its length. */
export function withoutRepeats(
  rows: readonly { scenarios: readonly ScenarioPoster[]; most?: number }[],
): ScenarioPoster[][] {
  const seen = new Set<string>();
  return rows.map(({ scenarios, most }) => {
    const row = scenarios.filter(({ id }) => !seen.has(id)).slice(0, most);
    for (const { id } of row) seen.add(id);
    return row;
  });
}
