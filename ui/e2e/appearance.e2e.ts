import { cards } from "./lib/cards.ts";
import { cookie, expect, open, test } from "./lib/test.ts";

/** The visitor's settings, the menu and the keys. */

test("the theme is kept, and a reload paints it at once", async ({ page, site }) => {
  await page.setViewportSize({ width: 1700, height: 900 });
  await open(page, site);
  const html = page.locator("html");
  await expect(html).toHaveClass(/\bdark\b/);
  await page.getByRole("button", { name: "Light theme" }).click();
  await expect(html).toHaveClass(/\blight\b/);
  await expect(html).not.toHaveClass(/\bdark\b/);
  expect(await cookie(page, "theme")).toBe("light");

  // Without a flash: the HTML itself is light, and no dark frame comes before or after.
  await page.addInitScript(() => {
    const seen: string[] = [];
    Reflect.set(window, "classesSeen", seen);
    const note = () => {
      if (document.documentElement) seen.push(document.documentElement.className);
    };
    new MutationObserver(note).observe(document, {
      attributes: true,
      subtree: true,
      attributeFilter: ["class"],
    });
    document.addEventListener("DOMContentLoaded", note);
  });
  await page.reload();
  await expect(page.getByRole("button", { name: "Dark theme" })).toBeVisible();
  const seen = await page.evaluate(() => Reflect.get(window, "classesSeen") as string[]);
  expect(seen.filter((classes) => /\bdark\b/.test(classes))).toEqual([]);
  expect(await (await page.request.get(site)).text()).toMatch(/<html [^>]*class="light/);
});

test("hidden pictures stay hidden after a reload, until another tab shows them", async ({ page, site }) => {
  await page.setViewportSize({ width: 1700, height: 900 });
  await open(page, site);
  const html = page.locator("html");
  const pictures = cards(page).locator("img");
  await expect(pictures.first()).toBeVisible();
  await page.getByRole("button", { name: /Hide images/ }).click();
  await expect(html).toHaveClass(/\bhide-images\b/);
  expect(await cookie(page, "hideImages")).toBe("true");
  await page.reload();
  await expect(html).toHaveClass(/\bhide-images\b/);
  await expect(page.getByRole("button", { name: /Hide images/ })).toHaveAttribute("aria-pressed", "true");
  await expect(pictures).not.toHaveCount(0);
  await expect(pictures.filter({ visible: true })).toHaveCount(0);
  // Spec section 9: the cookie is looked at every second.
  await page.context().addCookies([{ name: "hideImages", value: "false", url: site }]);
  await expect(html).not.toHaveClass(/\bhide-images\b/, { timeout: 3_000 });
});

test("the menu stands at 1633 and opens from a button at 1632", async ({ page, site }) => {
  await page.setViewportSize({ width: 1633, height: 900 });
  await open(page, site);
  const menu = page.getByRole("navigation", { name: "Main" });
  const button = page.getByRole("button", { name: "Menu" });
  await expect(menu).toBeVisible();
  await expect(button).toBeHidden();

  await page.setViewportSize({ width: 1632, height: 900 });
  await expect(menu).toBeHidden();
  await button.click();
  await expect(menu).toBeVisible();
  for (const name of ["Home", "Discover", "Billing", "Legal"]) {
    await expect(menu.getByRole("link", { name })).toBeVisible();
  }
  for (const name of ["Dashboard", "Profile", "Admin"])
    await expect(menu.getByRole("link", { name })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await expect(button).toBeFocused();
});

test("/ goes to the search field and ? shows the keys", async ({ page, site }) => {
  await open(page, site);
  await page.keyboard.press("/");
  const field = page.getByRole("searchbox", { name: "Search scenarios" });
  await expect(field).toBeFocused();
  await expect(field).toHaveValue("");
  await page.keyboard.type("?");
  await expect(field).toHaveValue("?");
  await field.blur();
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
});

test("/ on a page without a search field leads to the search page", async ({ page, site }) => {
  await open(page, `${site}/legal`);
  await page.keyboard.press("/");
  await expect(page).toHaveURL(`${site}/search`);
});
