import type { Locator, Page } from "@playwright/test";

/** Cards of scenarios in grids and rows, found as a reader finds them: list items with a link to a scenario. */

const pageOf = (within: Page | Locator): Page => ("page" in within ? within.page() : within);

/** The links whose address begins with this path. */
export function linksTo(within: Page | Locator, path: string): Locator {
  return within.getByRole("link").and(pageOf(within).locator(`[href^="${path}"]`));
}

/** The links of the cards; or of those of one scenario. */
export function cardLinks(within: Page | Locator, scenario?: string): Locator {
  const all = linksTo(within, "/scenario/");
  return scenario === undefined ? all : all.and(pageOf(within).locator(`[href="/scenario/${scenario}"]`));
}

/** The cards; or those of one scenario. */
export function cards(within: Page | Locator, scenario?: string): Locator {
  return within.getByRole("listitem").filter({ has: cardLinks(pageOf(within), scenario) });
}

/** The message counts, on a page or on one card. */
export function messageCounts(within: Page | Locator): Locator {
  return within.getByText(/ messages? sent$/);
}
