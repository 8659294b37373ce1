import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fitsAndReads } from "./lib/look.ts";
import { newPerson, signInAs } from "./lib/people.ts";
import { themes } from "./lib/screens.ts";
import { servers } from "./lib/setup.ts";
import { expect, open, settled, test, useTheme } from "./lib/test.ts";

/** The screens of somebody signed in, as they open: they fit, they read, and they know who is looking. */

interface Row {
  path: string;
  guard: string;
  render: string;
}

const routes: readonly Row[] = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../bundles/routes.json"), "utf8"),
);

/** Every screen of the route table that needs an account, and that the server renders whole. */
const ownScreens = routes
  .filter(({ path, guard, render }) => guard === "auth" && render === "content" && !/[:*]/.test(path))
  .map(({ path }) => path);

for (const theme of themes) {
  test(`one's own screens, an author's page and a scenario, ${theme}`, async ({ page, site }) => {
    test.setTimeout(120_000);
    await useTheme(page, theme);
    await signInAs(page, await newPerson("mine"));
    await open(page, `${site}/scenario/${servers().scenario}`);
    const kept = page.waitForResponse(/\/scenarios\/love$/);
    await page.getByRole("button", { name: /^Love/ }).click();
    await kept;
    const paths = [...ownScreens, `/user/${servers().author}`, `/scenario/${servers().scenario}`];
    for (const path of paths) {
      expect(await open(page, site + path), path).toBe(200);
      await settled(page);
      await expect(page.locator("h1"), path).toHaveCount(1);
      await fitsAndReads(page, path);
    }
  });
}

test("one's own public page shows what is public, and nothing to follow", async ({ page, site }) => {
  await signInAs(page, await newPerson("public"));
  await open(page, `${site}/profile`);
  await page.getByRole("link", { name: "Your public page" }).click();
  await expect(page.getByRole("link", { name: "Edit your profile" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Follow / })).toHaveCount(0);
  await settled(page);
  await fitsAndReads(page);
});

test("a loved scenario is listed on the dashboard", async ({ page, site }) => {
  await signInAs(page, await newPerson("dash"));
  await open(page, `${site}/scenario/${servers().scenario}`);
  const kept = page.waitForResponse(/\/scenarios\/love$/);
  await page.getByRole("button", { name: /^Love/ }).click();
  await kept;
  await open(page, `${site}/dashboard`);
  await expect(page.getByRole("heading", { name: "Scenarios you love" })).toBeVisible();
  await page.getByText("As a table").click();
  await expect(page.getByRole("table")).toBeVisible();
});
