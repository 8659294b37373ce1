import { cardLinks } from "./lib/cards.ts";
import { servers } from "./lib/setup.ts";
import { expect, open, settled, test } from "./lib/test.ts";

/** Search: from a word typed at home to a scenario and back. */

test("type, Enter, leave a tag out, open, look at another, come back", async ({ page, site }) => {
  await open(page, site);
  await page.getByRole("searchbox", { name: "Search scenarios" }).fill("  night ");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${site}/search?search=night`);
  const cards = cardLinks(page.getByRole("main"));
  await expect(cards.first()).toBeVisible();
  const before = await cards.count();

  const { tag } = servers();
  await page.getByRole("list", { name: "Popular tags" }).getByRole("link").first().click();
  await expect(page).toHaveURL(/wlTags=/);
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  const chosen = page.getByRole("list", { name: "Active filters" });
  await chosen.getByRole("link", { name: /Exclude it instead/ }).click();
  await expect(page).toHaveURL(/blTags=/);
  await expect(page).not.toHaveURL(/wlTags=/);
  await expect(chosen.getByRole("link", { name: /^Excluding / })).toHaveCount(1);
  expect(tag).not.toBe("");
  expect(before).toBeGreaterThan(0);

  const results = page.url();
  await expect(cards.first()).toBeVisible();
  const chosenCard = cards.nth((await cards.count()) - 1);
  await chosenCard.scrollIntoViewIfNeeded();
  const position = await page.evaluate(() => window.scrollY);
  const href = await chosenCard.getAttribute("href");
  await chosenCard.click();
  await expect(page).toHaveURL(site + href);
  await expect.poll(() => page.evaluate(() => window.scrollY), "a new page starts at its top").toBe(0);

  const similar = cardLinks(page.getByTestId("carousel").filter({ hasText: "More like this" })).first();
  await similar.scrollIntoViewIfNeeded();
  const next = await similar.getAttribute("href");
  expect(next).not.toBe(href);
  await similar.click();
  await expect(page).toHaveURL(site + next);
  await page.goBack();
  await expect(page).toHaveURL(site + href);
  await page.goBack();
  await expect(page).toHaveURL(results);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeCloseTo(position, -1);
});

test("more results come by themselves, and the link to them is a real address", async ({ page, site }) => {
  const html = await (await page.request.get(`${site}/search`)).text();
  const link = /<a [^>]*href="([^"]*cursor=[^"]*)"[^>]*rel="next"/.exec(html)?.[1]?.replaceAll("&amp;", "&");
  expect(link).toBeTruthy();

  await open(page, `${site}/search`);
  const cards = cardLinks(page.getByRole("main"));
  const first = await cards.count();
  await page.getByRole("link", { name: /^Load more/ }).scrollIntoViewIfNeeded();
  await expect.poll(() => cards.count()).toBeGreaterThan(first);
  const hrefs = await cards.evaluateAll((links) => links.map((element) => element.getAttribute("href")));
  expect(new Set(hrefs).size, "nothing twice").toBe(hrefs.length);

  await open(page, site + link);
  await expect(cards.first()).toHaveAttribute("href", hrefs[first] ?? "");
  await expect(page.getByRole("link", { name: "Back to the first page" })).toBeVisible();
});

test("the tabs keep the words", async ({ page, site }) => {
  await open(page, `${site}/search?search=fantasy`);
  const tabs = page.getByRole("navigation", { name: "What to search" });
  await tabs.getByRole("link", { name: "Tags" }).click();
  await expect(page).toHaveURL(/tab=tags/);
  await expect(page).toHaveURL(/search=fantasy/);
  await page.getByRole("region", { name: "Tags found" }).getByRole("link").first().click();
  await expect(page).toHaveURL(/wlTags=/);
  await expect(cardLinks(page.getByRole("main")).first()).toBeVisible();
});

test("a tag is added by typing its name", async ({ page, site }) => {
  await open(page, `${site}/search`);
  const field = page.getByRole("combobox", { name: "Add a tag" });
  await field.fill("myst");
  await expect(page.getByRole("option", { name: /Mystery/ })).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${site}/search?wlTags=mystery`);
});

test("a misspelt word still finds", async ({ page, site }) => {
  await open(page, `${site}/search?search=mistery`);
  await settled(page);
  await expect(cardLinks(page.getByRole("main")).first()).toBeVisible();
});

test("a search that fails says so, keeps the words, and can be tried again", async ({
  page,
  site,
  problems,
}) => {
  // The failure is made here.
  problems.allow(/Failed to load resource|503|did not answer/i);
  await open(page, `${site}/legal`);
  await page.route("**/api/v1/posters/search**", (route) =>
    route.fulfill({
      status: 503,
      contentType: "application/problem+json",
      body: '{"status":503,"code":"overloaded"}',
    }),
  );
  await page.keyboard.press("/");
  await page.waitForURL(`${site}/search`);
  await expect(page.locator("h1")).toBeVisible();
  await page.unroute("**/api/v1/posters/search**");
  await page
    .getByRole("button", { name: /again/i })
    .or(page.getByRole("link", { name: /again/i }))
    .first()
    .click();
  await expect(cardLinks(page.getByRole("main")).first()).toBeVisible();
});
