import { expect, follow, holdBack, navigationProgress, open, settled, test } from "./lib/test.ts";

/** A page brings its own style sheets, and never shows without them (docs/adr/0023). */

const GUIDE_SHEET = /\/assets\/GuidePage-\w+\.css/;

test("a page that a link leads to shows once its style sheet is there", async ({ page, site }) => {
  await open(page, `${site}/legal`);
  const release = await holdBack(page, GUIDE_SHEET);
  const asked = page.waitForRequest(GUIDE_SHEET);
  await follow(page, "/guide");
  await asked;
  await expect(navigationProgress(page)).toBeVisible();
  // That the page does not show has no event: only time shows it, long enough for a page that did not wait.
  await page.waitForTimeout(300);
  await expect(page).toHaveURL(`${site}/legal`);
  release();
  await expect(page).toHaveURL(`${site}/guide`);
  await expect(page.locator("main ol").first()).toHaveCSS("display", "grid");
});

test("a page's style sheet comes before its text in the HTML, and stays after hydration", async ({
  page,
  site,
}) => {
  const html = await (await page.request.get(`${site}/guide`)).text();
  expect(html.search(GUIDE_SHEET)).toBeGreaterThan(0);
  expect(html.search(GUIDE_SHEET)).toBeLessThan(html.indexOf("<h1"));
  await open(page, `${site}/guide`);
  await settled(page);
  await expect(page.locator("main ol").first()).toHaveCSS("display", "grid");
  await expect(page.locator('head link[rel="stylesheet"][href*="GuidePage"]')).toHaveCount(1);
});

test("a page loads no style sheet of another page", async ({ page, site }) => {
  const sheets: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "stylesheet") sheets.push(new URL(request.url()).pathname);
  });
  await open(page, `${site}/`);
  await settled(page);
  expect(sheets.filter((sheet) => GUIDE_SHEET.test(sheet))).toEqual([]);
  expect(sheets.length).toBeGreaterThan(0);
});
