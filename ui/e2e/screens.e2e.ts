import { fitsAndReads } from "./lib/look.ts";
import { address, NO_CAMPAIGN, screens, themes } from "./lib/screens.ts";
import { servers } from "./lib/setup.ts";
import {
  expect,
  follow,
  holdBack,
  hydrated,
  loaded,
  navigationProgress,
  open,
  painted,
  setCookie,
  settled,
  sumShifts,
  test,
  useTheme,
} from "./lib/test.ts";

/** Every public screen, as it opens: silent console, accessible, fits every width. */

/** Asking the API for what does not exist answers 404, and the browser reports it; that is the right answer. */
const ASKED_FOR_NOTHING = /Failed to load resource.* 404 .*(?:none-such|nobody)/;

for (const theme of themes) {
  for (const screen of screens) {
    test(`${screen.name}, ${theme}, opens without a complaint`, async ({ page, problems }) => {
      if (screen.name === "home of an unknown campaign") problems.allow(NO_CAMPAIGN);
      await useTheme(page, theme);
      expect(await open(page, address(screen))).toBe(screen.status ?? 200);
      await expect(page.locator("html")).toHaveClass(new RegExp(`\\b${theme}\\b`));
      await expect(page.locator("h1")).toHaveCount(1);
      await settled(page);
      await fitsAndReads(page);
    });
  }

  test(`every screen, ${theme}, is reached by a link without a reload or a complaint`, async ({
    page,
    site,
    problems,
  }) => {
    test.setTimeout(90_000);
    problems.allow(ASKED_FOR_NOTHING);
    problems.allow(NO_CAMPAIGN);
    await useTheme(page, theme);
    await open(page, `${site}/legal`);
    await page.evaluate(() => Reflect.set(window, "sameDocument", true));
    for (const screen of screens) {
      const path = screen.path(servers());
      await follow(page, path);
      await expect(page).toHaveURL(site + path);
      await loaded(page);
      await expect(page.locator("h1"), screen.name).toHaveCount(1);
      expect(
        await page.evaluate(() => Reflect.get(window, "sameDocument")),
        `${screen.name} is no reload`,
      ).toBe(true);
    }
  });
}

test("navigating by a link shows the words and the title of a cold load", async ({
  page,
  site,
  problems,
}) => {
  test.setTimeout(90_000);
  problems.allow(ASKED_FOR_NOTHING);
  problems.allow(NO_CAMPAIGN);
  await open(page, `${site}/legal`);
  for (const screen of screens.filter(({ shell }) => shell !== true)) {
    // Times of the last check differ from load to load.
    if (screen.name === "status") continue;
    await follow(page, screen.path(servers()));
    await expect(page).toHaveURL(address(screen));
    await loaded(page);
    const html = await (await page.request.get(address(screen), { headers: { cookie: "" } })).text();
    const title = await page.evaluate(
      (text) => new DOMParser().parseFromString(text, "text/html").title,
      html,
    );
    await expect(page, screen.name).toHaveTitle(title);
  }
});

for (const name of ["home", "search", "scenario", "author"]) {
  for (const theme of themes) {
    test(`${name} of a crowded catalogue, ${theme}, holds any script and length`, async ({ page }) => {
      const { crowd } = servers();
      await setCookie(page, "theme", theme, crowd);
      const newest = await page.request.get(`${crowd}/api/v1/scenarios/newest?limit=1`);
      const { results } = (await newest.json()) as { results: { id: string; author: string }[] };
      const paths: Record<string, string> = {
        home: "/",
        search: "/search",
        scenario: `/scenario/${results[0]?.id}`,
        author: `/user/${results[0]?.author}`,
      };
      expect(await open(page, crowd + paths[name])).toBe(200);
      await settled(page);
      await fitsAndReads(page);
    });
  }
}

for (const name of ["home", "scenario"]) {
  for (const width of [390, 1280]) {
    test(`${name} does not move while it loads at ${width}`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      await sumShifts(page);
      const screen = screens.find((candidate) => candidate.name === name);
      if (screen === undefined) throw new Error(name);
      await page.goto(address(screen));
      await hydrated(page);
      await settled(page);
      // Down to the foot and back: rows that fill as the view comes near must have kept their place.
      for (const y of [600, 1200, 1800, 2400, 0]) {
        await page.evaluate((top) => window.scrollTo({ top }), y);
        // Movement has no event that says it will not come: only time shows that nothing moves.
        await page.waitForTimeout(150);
      }
      expect(await page.evaluate(() => Reflect.get(window, "shift"))).toBeLessThan(0.02);
    });
  }
}

for (const width of [390, 1280]) {
  test(`nothing moves from the press on Start until the story is there at ${width}`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await sumShifts(page, true);
    await open(page, `${site}/scenario/${servers().scenario}`);
    await settled(page);
    // The story comes late, so that what the press changes is on screen for a while.
    const release = await holdBack(page, /\/assets\/PlayPage-/);
    const known = page.waitForResponse(/\/stories\/\?.*scenarioID=/);
    await page.getByRole("button", { name: "Start story" }).filter({ visible: true }).first().click();
    await (await known).finished();
    await expect(navigationProgress(page)).toBeVisible();
    await painted(page);
    release();
    await expect(page).toHaveURL(/\/(?:chat|story)\/[\w-]+$/);
    await settled(page);
    expect(await page.evaluate(() => Reflect.get(window, "shift"))).toBeLessThan(0.02);
  });
}
