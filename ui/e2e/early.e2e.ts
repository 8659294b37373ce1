import { somebody } from "./lib/people.ts";
import { expect, holdBack, hydrated, openEarly, test } from "./lib/test.ts";

/** Visitors who are quicker than their connection: the page is there, its client is not. */

test("a form submitted before the app has loaded is submitted once it has", async ({
  page,
  site,
  problems,
}) => {
  // Nobody has this account.
  problems.allow(/Failed to load resource.* 401 /);
  const { email, password } = somebody("early");
  const release = await openEarly(page, `${site}/signin`);
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${site}/signin`);
  const sent = page.waitForRequest((request) => request.url().endsWith("/api/v1/auth/sign-in"));
  release();
  expect((await sent).postDataJSON()).toMatchObject({ email, password });
  await expect(page.getByRole("alert").first()).toBeVisible();
  expect(page.url()).not.toContain("password");
});

test("a form submitted before any script has loaded keeps the page and what was typed", async ({
  page,
  site,
  problems,
}) => {
  problems.allow(/Failed to load resource.* 401 /);
  const { email, password } = somebody("earlier");
  const release = await holdBack(page, /\/assets\/entry-/);
  await page.goto(`${site}/signin`, { waitUntil: "commit" });
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
  release();
  await hydrated(page);
  await expect(page.getByLabel("Email address")).toHaveValue(email);
  const sent = page.waitForRequest((request) => request.url().endsWith("/api/v1/auth/sign-in"));
  await page.getByLabel("Password", { exact: true }).press("Enter");
  expect((await sent).postDataJSON()).toMatchObject({ email, password });
  await expect(page.getByRole("alert").first()).toBeVisible();
});
