import AxeBuilder from "@axe-core/playwright";
import { newPerson, signInAs } from "./lib/people.ts";
import { expect, open, settled, test } from "./lib/test.ts";

/** The wallet: what is in it, and a history that adds up to it. */

const number = (text: string | null) => Number((text ?? "").replace("−", "-").replace(/[^\d-]/g, ""));

test("the balance is the sum of the history", async ({ page, site }) => {
  await signInAs(page, await newPerson());
  await open(page, `${site}/wallet`);
  await settled(page);
  const balance = number(await page.locator(".wallet-amount").textContent());
  const lines = page.locator(".wallet-line");
  let sum = 0;
  for (const line of await lines.all()) {
    sum += number(await line.locator(".wallet-change > [aria-hidden]").textContent());
  }
  expect(sum).toBe(balance);
  if ((await lines.count()) > 0)
    expect(number(await lines.first().locator(".wallet-after").textContent())).toBe(balance);

  for (const width of [320, 390, 768, 1280, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth),
      `at ${width}`,
    ).toBe(false);
  }
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.filter(({ impact }) => impact === "serious" || impact === "critical")).toEqual([]);
});

test("a visitor is led to sign up", async ({ page, site }) => {
  await page.goto(`${site}/wallet`);
  await expect(page).toHaveURL(/\/signup\?returnTo=%2Fwallet/);
});
