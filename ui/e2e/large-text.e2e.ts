import { cardLinks, cards, messageCounts } from "./lib/cards.ts";
import { overflow } from "./lib/look.ts";
import { address, NO_CAMPAIGN, screens } from "./lib/screens.ts";
import { StoryPage, scenarioWith } from "./lib/story.ts";
import { expect, follow, open, settled, test } from "./lib/test.ts";

/** A phone whose browser writes at 24 px: nothing reaches over the edge, and nothing covers a title. */

test.use({
  viewport: { width: 390, height: 844 },
  launchOptions: async ({ launchOptions }, use) =>
    use({
      ...launchOptions,
      args: [...(launchOptions.args ?? []), "--blink-settings=defaultFontSize=24"],
    }),
});

for (const screen of screens) {
  test(`${screen.name} fits`, async ({ page, problems }) => {
    if (screen.name === "home of an unknown campaign") problems.allow(NO_CAMPAIGN);
    await open(page, address(screen));
    await settled(page);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe("24px");
    expect(await overflow(page)).toEqual([]);
  });
}

test("the message count of a card covers no title", async ({ page, site }) => {
  // The starter's stories are too few to count: the search answers as if there had been many.
  await page.route("**/api/v1/posters/search**", async (route) => {
    const response = await route.fetch();
    const list = (await response.json()) as { results: object[] };
    await route.fulfill({
      response,
      json: { ...list, results: list.results.map((one) => ({ ...one, messagesSent: 123_456 })) },
    });
  });
  await open(page, `${site}/legal`);
  await follow(page, "/search");
  await expect(messageCounts(page)).not.toHaveCount(0);
  await settled(page);
  for (const card of await cards(page).all()) {
    const count = await messageCounts(card).boundingBox();
    const words = await cardLinks(card).evaluate((title) => {
      const range = document.createRange();
      range.selectNodeContents(title);
      return { text: title.textContent, top: range.getBoundingClientRect().top };
    });
    expect((count?.y ?? 0) + (count?.height ?? 0), words.text ?? "").toBeLessThanOrEqual(words.top);
  }
});

test("the question for a name has its whole width and its button", async ({ page, site }) => {
  const scenario = await scenarioWith(1);
  await open(page, `${site}/scenario/${scenario.id}`);
  await page.getByRole("button", { name: "Start story" }).first().click();
  await new StoryPage(page).open();
  const name = page.getByRole("textbox", { name: "What should they call you?" });
  expect((await name.boundingBox())?.width).toBeGreaterThan(280);
  await name.fill("Dana");
  const save = await page.getByRole("button", { name: "Save name" }).boundingBox();
  expect((save?.x ?? 0) + (save?.width ?? Number.POSITIVE_INFINITY)).toBeLessThanOrEqual(390);
  expect(await overflow(page)).toEqual([]);
});

test("the crisis help leaves the story and the composer in view", async ({ page, site }) => {
  const scenario = await scenarioWith(1);
  await open(page, `${site}/scenario/${scenario.id}`);
  await page.getByRole("button", { name: "Start story" }).first().click();
  const story = new StoryPage(page);
  await story.open();
  // The browser's setting of the font replaces that of a fine pointer, and on glass the return key makes a new line.
  await story.field.fill("I want to kill myself.");
  await page.getByRole("button", { name: "Send" }).click();
  const help = page.getByRole("alert").filter({ hasText: "Find someone to talk to" });
  await expect(help).toBeVisible();
  await story.quiet();
  const box = await help.boundingBox();
  expect(box?.height ?? Number.POSITIVE_INFINITY).toBeLessThan(844 / 3);
  const field = await story.field.boundingBox();
  expect((field?.y ?? Number.POSITIVE_INFINITY) + (field?.height ?? 0)).toBeLessThanOrEqual(844);
  expect(await overflow(page)).toEqual([]);
});
