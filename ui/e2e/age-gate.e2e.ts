import type { Page } from "@playwright/test";
import { cardLinks, cards } from "./lib/cards.ts";
import { servers } from "./lib/setup.ts";
import { cookie, expect, open, setCookie, settled, test } from "./lib/test.ts";

/** Explicit pictures: blurred until the visitor says otherwise (spec 2.6). The synthetic catalogue has some. */

interface Listed {
  id: string;
  displayName: string;
  explicit: boolean;
  author: string;
}

async function explicitOne(page: Page): Promise<Listed> {
  const { crowd } = servers();
  let cursor: string | null = null;
  for (let pages = 0; pages < 8; pages += 1) {
    const more = cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const response = await page.request.get(`${crowd}/api/v1/scenarios/newest?limit=100${more}`);
    const list = (await response.json()) as { results: Listed[]; nextCursor: string | null };
    const found = list.results.find(({ explicit }) => explicit);
    if (found !== undefined) return found;
    cursor = list.nextCursor;
    if (cursor === null) break;
  }
  throw new Error("The synthetic catalogue has nothing explicit");
}

/** Nothing on the page is marked as blurred: neither its own pictures nor those of its cards. */
async function expectRevealed(page: Page): Promise<void> {
  await expect(page.getByRole("button", { name: "Show pictures" })).toHaveCount(0);
  await expect(cards(page).getByText("18+", { exact: true })).toHaveCount(0);
}

test("a blurred card warns, and goes on once the visitor confirms", async ({ page }) => {
  const { crowd } = servers();
  const one = await explicitOne(page);
  await open(page, `${crowd}/user/${one.author}`);
  const card = cardLinks(page, one.id);
  await expect(card).toBeVisible();
  await expect(cards(page, one.id).getByText("18+", { exact: true })).toBeVisible();

  await card.click();
  const warning = page.getByRole("dialog", { name: "Adults only" });
  await expect(warning).toBeVisible();
  await warning.getByRole("button", { name: "Not now" }).click();
  await expect(warning).toHaveCount(0);
  await expect(page).toHaveURL(`${crowd}/user/${one.author}`);
  expect(await cookie(page, "showNSFW")).toBe("false");
  expect(await cookie(page, "adultConfirmed")).toBeUndefined();

  await card.click();
  await warning.getByRole("button", { name: "I’m 18 or older" }).click();
  await expect(page).toHaveURL(`${crowd}/scenario/${one.id}`);
  expect(await cookie(page, "showNSFW")).toBe("true");
  expect(await cookie(page, "adultConfirmed")).toBe("true");
  await expect(page.locator("h1")).toBeVisible();
  await expectRevealed(page);
  await page.reload();
  await expect(page.locator("h1")).toBeVisible();
  await expectRevealed(page);
});

test("an explicit page is blurred, rated, and keeps its picture out of previews", async ({ page }) => {
  const { crowd } = servers();
  const one = await explicitOne(page);
  await open(page, `${crowd}/scenario/${one.id}`);
  await expect(page.getByText("These pictures are explicit, so they’re blurred.")).toBeVisible();
  await expect(page.locator('meta[name="rating"]')).toHaveAttribute("content", "adult");
  await page.getByRole("button", { name: "Show pictures" }).click();
  await page.getByRole("button", { name: "I’m 18 or older" }).click();
  await expectRevealed(page);
});

test("a visitor who confirmed before gets clear pictures in the HTML", async ({ page }) => {
  const { crowd } = servers();
  const one = await explicitOne(page);
  const html = async () => (await page.request.get(`${crowd}/scenario/${one.id}`)).text();
  const offers = ["is-blurred", "Show pictures"];
  for (const offer of offers) expect(await html()).toContain(offer);
  await setCookie(page, "showNSFW", "true", crowd);
  for (const offer of offers) expect(await html()).not.toContain(offer);
});

/** A scenario that its author rates as explicit; only those who ask for such see it. */
async function ratedExplicit(page: Page): Promise<{ id: string; displayName: string }> {
  const { crowd } = servers();
  const headers = { cookie: "showNSFW=true; adultConfirmed=true" };
  let cursor = "";
  for (let pages = 0; pages < 30; pages += 1) {
    const answer = await page.request.get(`${crowd}/api/v1/scenarios/newest?limit=100&cursor=${cursor}`, {
      headers,
    });
    const { results, nextCursor } = (await answer.json()) as {
      results: { id: string; displayName: string; rating: string }[];
      nextCursor: string | null;
    };
    const found = results.find(({ rating }) => rating === "explicit");
    if (found !== undefined) return found;
    cursor = nextCursor ?? "";
  }
  throw new Error("no scenario is rated explicit");
}

test("a scenario rated for adults is in no list, and its address asks first", async ({ page, problems }) => {
  const { crowd } = servers();
  problems.allow(/403/);
  const one = await ratedExplicit(page);
  const search = `${crowd}/search?search=${encodeURIComponent(one.displayName)}`;
  const listed = cardLinks(page.getByRole("main"), one.id);
  await open(page, search);
  await expect(listed).toHaveCount(0);

  const answer = await page.goto(`${crowd}/scenario/${one.id}`);
  expect(answer?.status()).toBe(403);
  await settled(page);
  await expect(page.getByRole("heading", { name: "For adults only" })).toBeVisible();
  expect(await page.content()).not.toContain(one.displayName);
  // Nothing begins before the answer.
  await expect(page.getByRole("button", { name: /^Start/ })).toHaveCount(0);
  await page.getByRole("button", { name: "I’m 18 or older" }).click();
  await expect(page.locator("h1")).toHaveText(one.displayName);
  await expect(page.getByRole("button", { name: "Start story" }).first()).toBeVisible();
  await open(page, search);
  await expect(listed).toHaveCount(1);
});

test("a campaign's cookie shows pictures and opens no lists", async ({ page, problems }) => {
  const { crowd } = servers();
  problems.allow(/403/);
  const one = await ratedExplicit(page);
  await setCookie(page, "showNSFW", "true", crowd);
  await page.goto(`${crowd}/scenario/${one.id}`);
  await expect(page.getByRole("heading", { name: "For adults only" })).toBeVisible();
});
