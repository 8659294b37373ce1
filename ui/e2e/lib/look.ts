import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** What every screen has to stand: accessible, and no wider than its page. */

const WIDTHS = [320, 390, 768, 1280, 1920] as const;
/** Where the layouts differ enough for a second look at contrast, names and roles. */
const AXE_WIDTHS: readonly number[] = [390, 1280];

/** Serious and critical findings, each as one line. */
export async function serious(page: Page): Promise<string[]> {
  // Pages have no frames of other origins, for which axe would open a page of its own after each look.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(true)
    .options({ resultTypes: ["violations"] })
    .analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary ?? ""}`),
    );
}

/** What reaches over the right edge, if the page scrolls sideways. */
export function overflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const beyond = Array.from(document.body.querySelectorAll("*")).filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 0.5,
    );
    return [
      `${scrollWidth} > ${clientWidth}`,
      ...beyond.slice(0, 5).map((element) => element.outerHTML.slice(0, 120)),
    ];
  });
}

/** The page on screen at every width; accessible at two of them. */
export async function fitsAndReads(page: Page, what = "page"): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    expect.soft(await overflow(page), `${what}: nothing wider than the page at ${width}`).toEqual([]);
    if (AXE_WIDTHS.includes(width))
      expect.soft(await serious(page), `${what}: accessible at ${width}`).toEqual([]);
  }
}
