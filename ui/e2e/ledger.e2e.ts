import { fitsAndReads } from "./lib/look.ts";
import { newPerson, signInAs } from "./lib/people.ts";
import { expect, open, settled, test } from "./lib/test.ts";

/** The wallet: what is in it, and a history that adds up to it. */

const number = (text: string | null) => Number((text ?? "").replace("−", "-").replace(/[^\d-]/g, ""));

test("the balance is the sum of the history", async ({ page, site }) => {
  await signInAs(page, await newPerson());
  await open(page, `${site}/wallet`);
  await settled(page);
  const balance = number(await page.getByTestId("balance").textContent());
  const lines = page.getByTestId("movement");
  let sum = 0;
  for (const line of await lines.all()) {
    sum += number(await line.getByTestId("change").locator("[aria-hidden]").textContent());
  }
  expect(sum).toBe(balance);
  // The welcome gift is there from the first day.
  expect(await lines.count()).toBeGreaterThan(0);
  expect(number(await lines.first().getByTestId("after").textContent())).toBe(balance);

  await fitsAndReads(page);
});

test("a visitor is led to sign up", async ({ page, site }) => {
  await page.goto(`${site}/wallet`);
  await expect(page).toHaveURL(/\/signup\?returnTo=%2Fwallet/);
});
