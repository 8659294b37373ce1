import { overflow } from "./lib/look.ts";
import { address, NO_CAMPAIGN, screens } from "./lib/screens.ts";
import { StoryPage, scenarioWith } from "./lib/story.ts";
import { expect, open, settled, test } from "./lib/test.ts";

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
    const covered = await page.evaluate(() =>
      Array.from(document.querySelectorAll(".card")).flatMap((card) => {
        const badge = card.querySelector(".card-badge");
        const title = card.querySelector(".card-link");
        if (badge === null || title === null) return [];
        const words = document.createRange();
        words.selectNodeContents(title);
        return badge.getBoundingClientRect().bottom > words.getBoundingClientRect().top
          ? [title.textContent]
          : [];
      }),
    );
    expect(covered).toEqual([]);
  });
}

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

test("a hand that is held out leaves the story and the composer in view", async ({ page, site }) => {
  const scenario = await scenarioWith(1);
  await open(page, `${site}/scenario/${scenario.id}`);
  await page.getByRole("button", { name: "Start story" }).first().click();
  const story = new StoryPage(page);
  await story.open();
  // The browser's setting of the font replaces that of a fine pointer, and on glass the return key makes a new line.
  await story.field.fill("I want to kill myself.");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.locator('[data-notice="crisis"]')).toBeVisible();
  await story.quiet();
  const help = await page.locator('[data-notice="crisis"]').boundingBox();
  expect(help?.height ?? Number.POSITIVE_INFINITY).toBeLessThan(844 / 3);
  const field = await story.field.boundingBox();
  expect((field?.y ?? Number.POSITIVE_INFINITY) + (field?.height ?? 0)).toBeLessThanOrEqual(844);
  expect(await overflow(page)).toEqual([]);
});
