import { overflow } from "./lib/look.ts";
import { address, NO_CAMPAIGN, screens } from "./lib/screens.ts";
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
  test(`${screen.name} fits`, async ({ page, troubles }) => {
    if (screen.name === "home of an unknown campaign") troubles.allow(NO_CAMPAIGN);
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
