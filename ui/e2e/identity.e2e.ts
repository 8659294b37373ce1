import type { BrowserContext, Page, Request } from "@playwright/test";
import { CONFIRM, mailedLink, RESET } from "./lib/mail.ts";
import {
  addAuthenticator,
  authenticatorCode,
  fillSignIn,
  newPerson,
  type Person,
  signInAs,
  somebody,
} from "./lib/people.ts";
import { OPENID_NAME, servers } from "./lib/setup.ts";
import { expect, follow, hydrated, open, test } from "./lib/test.ts";

/** Somebody comes, becomes somebody here, leaves and comes back: forms, mailed links, tabs, keys and small screens. */

/** The browser reports every answer that is no success; these are the ones a journey asks for. */
const REFUSED = /Failed to load resource.* (400|401|403|404|422|423|429) /;

async function fillSignUp(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
}

async function signUp(page: Page, site: string, person: Person): Promise<void> {
  await open(page, `${site}/signup`);
  await fillSignUp(page, person);
  await open(page, await mailedLink(person.email, CONFIRM));
  await expect(page).toHaveURL(/\/welcome$/);
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("link", { name: "Sign in" }).first()).toBeVisible();
}

/** 60 by 60 dots of one colour. */
async function picture(page: Page): Promise<Buffer> {
  const url = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 60, height: 60 });
    const context = canvas.getContext("2d");
    context?.fillRect(0, 0, 60, 60);
    return canvas.toDataURL("image/png");
  });
  return Buffer.from(url.slice(url.indexOf(",") + 1), "base64");
}

/** From the welcome to the profile: a word about oneself and a portrait, which the frame shows at once. */
async function becomeSomebody(page: Page): Promise<void> {
  await page.getByRole("link", { name: /Choose a name/ }).click();
  await expect(page).toHaveURL(/\/profile$/);
  await page.getByLabel("About you").fill("I light the lamps.");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Saved", { exact: false }).first()).toBeVisible();
  await page.getByLabel("Picture", { exact: true }).setInputFiles({
    name: "me.png",
    mimeType: "image/png",
    buffer: await picture(page),
  });
  await page.getByRole("button", { name: "Use this picture" }).click();
  await expect(page.getByText("Picture updated.")).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole("button", { name: "Account" }).locator("img")).toBeVisible();
}

async function followAndLove(page: Page): Promise<void> {
  const { author, scenario } = servers();
  await follow(page, `/user/${author}`);
  const button = page.getByRole("button", { name: /^Follow / });
  await button.click();
  await expect(button).toHaveAttribute("aria-pressed", "true");
  await follow(page, `/scenario/${scenario}`);
  const love = page.getByRole("button", { name: /^Love/ });
  const kept = page.waitForResponse(/\/scenarios\/love$/);
  await love.click();
  await expect(love).toHaveAttribute("aria-pressed", "true");
  await kept;
  await page.reload();
  await expect(love).toHaveAttribute("aria-pressed", "true");
}

const isSignedIn = (page: Page) => expect(page.getByRole("button", { name: "Account" })).toBeVisible();

test.describe("with a new account", () => {
  test.beforeEach(({ problems }) => {
    // The first look for a record finds none; that is how one comes to be made.
    problems.allow(REFUSED);
  });

  test("sign up, confirm, profile, follow, love, sign out, new password, sign in", async ({ page, site }) => {
    test.setTimeout(120_000);
    const person = somebody();
    await signUp(page, site, person);
    await isSignedIn(page);
    await becomeSomebody(page);
    await followAndLove(page);
    await signOut(page);

    await open(page, `${site}/signin`);
    await page.getByRole("link", { name: "Forgot password?" }).click();
    await expect(page).toHaveURL(/view=forgot/);
    await page.getByLabel("Email address").fill(person.email);
    await page.getByRole("button", { name: "Send link" }).click();
    await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();

    const link = await mailedLink(person.email, RESET);
    await open(page, link);
    await expect(page).toHaveURL(/\/__\/auth\/handler$/);
    const password = `${person.password} and one more`;
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Change password" }).click();
    await expect(page.getByRole("heading", { name: "Password changed" })).toBeVisible();

    await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
    await fillSignIn(page, person);
    await expect(page.getByRole("alert")).toContainText("don’t match");
    await expect(page.getByLabel("Email address")).toHaveValue(person.email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`${site}/`);
    await isSignedIn(page);

    // A link works once.
    await open(page, link);
    await page.getByLabel("Password", { exact: true }).fill(`${password} again`);
    await page.getByRole("button", { name: "Change password" }).click();
    await expect(page.getByRole("heading", { name: "This link has expired" })).toBeVisible();
  });

  test("in another browser the mailed link asks for the password", async ({ page, site, browser }) => {
    const person = somebody();
    await open(page, `${site}/signup`);
    await fillSignUp(page, person);
    const other = await browser.newContext();
    const elsewhere = await other.newPage();
    await open(elsewhere, await mailedLink(person.email, CONFIRM));
    await expect(elsewhere.getByRole("heading", { name: "Confirm it’s you" })).toBeVisible();
    await elsewhere.getByLabel("Password", { exact: true }).fill("not the right one");
    await elsewhere.keyboard.press("Enter");
    await expect(elsewhere.getByRole("alert")).toBeVisible();
    await elsewhere.getByLabel("Password", { exact: true }).fill(person.password);
    await elsewhere.keyboard.press("Enter");
    await expect(elsewhere).toHaveURL(/\/welcome$/);
    await isSignedIn(elsewhere);
    await other.close();
  });

  test("the tab that waits for the email signs in with the tab that opened the link", async ({
    page,
    site,
    context,
  }) => {
    const person = somebody();
    await open(page, `${site}/signup`);
    await fillSignUp(page, person);
    const second = await context.newPage();
    await open(second, await mailedLink(person.email, CONFIRM));
    await expect(second).toHaveURL(/\/welcome$/);
    await expect(page.getByRole("heading", { name: "You’re signed in" })).toBeVisible();
  });

  test("by keyboard alone", async ({ page, site }) => {
    const person = somebody();
    await open(page, `${site}/signup`);
    const { email, password } = person;
    await page.getByLabel("Email address").focus();
    await page.keyboard.type(email);
    await page.keyboard.press("Tab");
    await page.keyboard.type(password);
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: "Show password" })).toBeFocused();
    await page.keyboard.press("Space");
    await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("type", "text");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Check your email" })).toBeFocused();
    await open(page, await mailedLink(email, CONFIRM));
    await expect(page).toHaveURL(/\/welcome$/);

    const account = page.getByRole("button", { name: "Account" });
    for (let presses = 0; presses < 20; presses += 1) {
      // Reading begins at the page, so the frame is before it.
      await page.keyboard.press("Shift+Tab");
      if (await account.evaluate((element) => element === document.activeElement)) break;
    }
    await expect(account).toBeFocused();
    await page.keyboard.press("Enter");
    const leave = page.getByRole("button", { name: "Sign out" });
    for (let presses = 0; presses < 8; presses += 1) {
      await page.keyboard.press("Tab");
      if (await leave.evaluate((element) => element === document.activeElement)) break;
    }
    await page.keyboard.press("Enter");
    await expect(page.getByRole("link", { name: "Sign in" }).first()).toBeVisible();
  });
});

test.describe("with an account", () => {
  test("a guarded screen leads to signing up, and from there back", async ({ page, site }) => {
    const person = await newPerson();
    await open(page, `${site}/profile`);
    await expect(page).toHaveURL(`${site}/signup?returnTo=%2Fprofile`);
    await page.getByRole("main").getByRole("link", { name: "Sign in" }).first().click();
    await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
    await fillSignIn(page, person);
    await expect(page).toHaveURL(`${site}/profile`);
  });

  test("the server renders for its viewer: no flash, no mismatch, nothing for a cache", async ({
    page,
    site,
  }) => {
    await signInAs(page, await newPerson());
    const response = await page.goto(`${site}/guide`);
    expect(response?.headers()["cache-control"]).toBe("private, no-store");
    const html = (await response?.text()) ?? "";
    expect(html).toContain('aria-label="Account"');
    expect(html).not.toContain(">Sign in<");
    await hydrated(page);
    await isSignedIn(page);
  });

  test("with a second step: the authenticator's code, or a recovery code", async ({
    page,
    site,
    problems,
  }) => {
    problems.allow(REFUSED);
    const person = await newPerson();
    const { secret, recoveryCodes } = await addAuthenticator(person);
    await open(page, `${site}/signin`);
    await fillSignIn(page, person);
    await expect(page.getByRole("heading", { name: "One more step" })).toBeVisible();
    const field = page.getByLabel("Code", { exact: true });
    await expect(field).toBeFocused();
    await page.keyboard.type("000000");
    await page.keyboard.press("Enter");
    await expect(page.getByText("That code isn’t right.")).toBeVisible();
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await field.fill(authenticatorCode(secret));
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`${site}/`);
    await signOut(page);

    await open(page, `${site}/signin`);
    await fillSignIn(page, person);
    await page.getByRole("button", { name: "Use a recovery code instead" }).click();
    await page.getByLabel("Recovery code").fill(recoveryCodes[0] ?? "");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`${site}/`);
    await isSignedIn(page);
  });

  test("the menu of a signed-in reader has more pages than that of a visitor, and not Admin", async ({
    page,
    site,
  }) => {
    await signInAs(page, await newPerson());
    await open(page, site);
    await page.getByRole("button", { name: "Menu" }).click();
    const menu = page.getByRole("navigation", { name: "Main" });
    for (const name of [
      "Home",
      "Discover",
      "Dashboard",
      "Stories",
      "My scenarios",
      "Profile",
      "Billing",
      "Guide",
      "Legal",
    ])
      await expect(menu.getByRole("link", { name, exact: true })).toBeVisible();
    await expect(menu.getByRole("link", { name: "Admin" })).toHaveCount(0);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("main").getByRole("link", { name: "Dashboard" })).toBeVisible();
  });

  test("signing out in one tab signs out the others, and takes guarded screens away", async ({
    page,
    site,
    context,
  }) => {
    await signInAs(page, await newPerson());
    const second = await context.newPage();
    await open(second, `${site}/stories`);
    const third = await context.newPage();
    await open(third, `${site}/guide`);
    await isSignedIn(third);
    await signOut(page);
    await expect(second).toHaveURL(`${site}/`);
    await expect(third).toHaveURL(`${site}/guide`);
    await expect(third.getByRole("link", { name: "Sign in" }).first()).toBeVisible();
    expect((await context.cookies()).map(({ name }) => name)).not.toContain("session");
  });

  test("a session that was ended elsewhere leaves public pages alone", async ({ page, site, problems }) => {
    problems.allow(REFUSED);
    problems.allow(/User returned null/);
    await signInAs(page, await newPerson());
    await open(page, `${site}/guide`);
    await isSignedIn(page);
    // All sessions end on the server; this browser knows nothing of it.
    await page.context().clearCookies({ name: "session" });
    await page.context().clearCookies({ name: "refresh" });
    await page.reload();
    await hydrated(page);
    await expect(page.getByRole("link", { name: "Sign in" }).first()).toBeVisible();
    await expect(page).toHaveURL(`${site}/guide`);
    await page.getByRole("link", { name: "Discover" }).first().click();
    await expect(page).toHaveURL(`${site}/search`);
  });

  test("wrong passwords lead to a countdown, and the password can still be reset", async ({
    page,
    site,
    problems,
  }) => {
    test.setTimeout(90_000);
    problems.allow(REFUSED);
    const person = await newPerson();
    await open(page, `${site}/signin`);
    await page.getByLabel("Email address").fill(person.email);
    const button = page.getByRole("button", { name: /Sign in|Try again in/ });
    for (let tries = 0; tries < 15; tries += 1) {
      await page.getByLabel("Password", { exact: true }).fill(`wrong ${tries}`);
      await page.keyboard.press("Enter");
      await expect(page.getByRole("alert")).toBeVisible();
      if (/Try again in/.test((await button.textContent()) ?? "")) break;
    }
    await expect(button).toHaveText(/Try again in/);
    await expect(button).toHaveAttribute("aria-disabled", "true");
    await page.getByRole("link", { name: "Forgot password?" }).click();
    await expect(page.getByRole("button", { name: "Send link" })).toBeVisible();
  });
});

const HANDED_OVER_MS = 500;

/** Counts the refreshes of all tabs of a browser, and waits for those under way: the clock is faked, the network is real. */
function watchRefreshes(context: BrowserContext) {
  const begun = new Set<Request>();
  const open = new Set<Request>();
  context.on("request", (request) => {
    if (!request.url().endsWith("/auth/refresh")) return;
    begun.add(request);
    open.add(request);
  });
  context.on("requestfinished", (request) => open.delete(request));
  context.on("requestfailed", (request) => open.delete(request));
  let seen = 0;
  const settled = async () => {
    await expect.poll(() => open.size, { intervals: [20] }).toBe(0);
    if (begun.size === seen) return;
    seen = begun.size;
    // The token it brought goes from tab to tab. Nothing a test can see says when it has arrived: real time must pass.
    await new Promise((resolve) => setTimeout(resolve, HANDED_OVER_MS));
  };
  return { count: () => begun.size, settled };
}

test("two tabs share one token for ten minutes around a refresh", async ({ page, site, context }) => {
  test.setTimeout(90_000);
  await signInAs(page, await newPerson());
  // One clock for all tabs of the browser from here on.
  await context.clock.install();
  const tabs = [await context.newPage(), await context.newPage()];
  for (const tab of tabs) {
    // A tab knows its person once it has a token: its own, or the one another tab hands over.
    const known = tab.waitForResponse(/\/users\/me$/);
    await open(tab, `${site}/guide`);
    await known;
  }
  await page.close();
  const refreshes = watchRefreshes(context);
  // 50 minutes pass quietly; then ten more, through the moment when five are left. Steps are shorter than any time-out.
  await context.clock.fastForward("50:00");
  expect(refreshes.count()).toBe(0);
  for (let step = 0; step < 120; step += 1) {
    await context.clock.runFor(5_000);
    // The clock of the pages is faked, but the requests that it sets off are real, and take a moment to be seen here.
    await tabs[0]?.waitForTimeout(20);
    await refreshes.settled();
  }
  await expect.poll(refreshes.count).toBe(1);
  // Both go on with what one of them brought.
  for (const tab of tabs) {
    await tab.getByRole("link", { name: "Discover" }).first().click();
    await expect(tab).toHaveURL(/\/search$/);
    await isSignedIn(tab);
  }
  expect(refreshes.count()).toBe(1);
});

test.describe("a guest", () => {
  const HASH = "0123456789abcdef0123456789abcdef";

  /** A guest session, kept as starting a story without an account keeps it. */
  async function becomeGuest(page: Page, site: string): Promise<void> {
    const answer = await page.request.post(`${site}/api/v1/guest/sessions`, {
      headers: { "device-hash": HASH },
    });
    expect(answer.ok()).toBe(true);
    const { guestSessionId, expiresInSeconds } = await answer.json();
    const guest = { guestSessionId, deviceHash: HASH, expiresAt: Date.now() + expiresInSeconds * 1_000 };
    await page.evaluate((text) => localStorage.setItem("dramatis.guest", text), JSON.stringify(guest));
    await page.context().addCookies([{ name: "guest", value: "true", url: site }]);
  }

  test("may open a story and nothing else, and takes what is theirs into an account", async ({
    page,
    site,
    problems,
  }) => {
    problems.allow(REFUSED);
    await open(page, `${site}/guide`);
    await follow(page, "/story/abc");
    await expect(page).toHaveURL(/\/signup/);
    await open(page, `${site}/guide`);
    await becomeGuest(page, site);
    await follow(page, "/story/abc");
    await expect(page).toHaveURL(`${site}/story/abc`);
    expect(await open(page, `${site}/story/abc`)).toBe(200);
    await expect(page).toHaveURL(`${site}/story/abc`);
    await follow(page, "/stories");
    await expect(page).toHaveURL(/\/signup/);

    const claim = page.waitForResponse(/\/user\/link-user$/);
    await signUp(page, site, somebody("guest"));
    expect(await (await claim).json()).toMatchObject({ linked: true });
    expect(await page.evaluate(() => localStorage.getItem("dramatis.guest"))).toBeNull();
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("guest");
  });
});

test.describe("at 390 pixels", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("sign up, confirm, sign out and in again", async ({ page, site, problems }) => {
    problems.allow(REFUSED);
    const person = somebody();
    await signUp(page, site, person);
    await signOut(page);
    await page.getByRole("link", { name: "Sign in" }).first().click();
    await fillSignIn(page, person);
    await isSignedIn(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });
});

test.describe("by another service", () => {
  // The other site's form asks for a font from somewhere else; nothing here leaves the machine.
  test.beforeEach(({ context }) =>
    context.route(/^https:/, (route) => route.fulfill({ contentType: "text/css", body: "" })),
  );

  /** What the other site asks for: a name, and whether this site may know it. */
  async function agree(page: Page, login: string): Promise<void> {
    await page.getByPlaceholder("Enter any login").fill(login);
    await page.getByPlaceholder("and password").fill("anything");
    await page.getByRole("button", { name: "Sign-in" }).click();
    await page.getByRole("button", { name: "Continue" }).click();
  }

  test("a new account is made, and is the same at the next sign-in", async ({ page, site, problems }) => {
    problems.allow(REFUSED);
    const login = `ada-${Date.now().toString(36)}`;
    await open(page, `${site}/signup`);
    await page.getByRole("button", { name: `Continue with ${OPENID_NAME}` }).click();
    await agree(page, login);
    await expect(page).toHaveURL(`${site}/welcome`);
    await isSignedIn(page);
    await signOut(page);
    await open(page, `${site}/dashboard`);
    await page.getByRole("main").getByRole("link", { name: "Sign in" }).first().click();
    await page.getByRole("button", { name: `Continue with ${OPENID_NAME}` }).click();
    // The other site remembers; the way back is the one that was asked for.
    await expect(page).toHaveURL(`${site}/dashboard`);
    await isSignedIn(page);
  });

  test("cancelling there leads to a page here that says so", async ({ page, site }) => {
    await open(page, `${site}/signin`);
    await page.getByRole("button", { name: `Continue with ${OPENID_NAME}` }).click();
    await page.getByRole("link", { name: /Cancel/ }).click();
    await expect(page.getByRole("heading", { name: "You’re not signed in" })).toBeVisible();
    await expect(page).toHaveURL(`${site}/__/auth/handler`);
  });

  test("an answer that this browser did not ask for is rejected", async ({ page, site, problems }) => {
    problems.allow(REFUSED);
    problems.allow(/Failed to load resource.* 400 /);
    await open(page, `${site}/__/auth/handler?state=made-up&code=made-up`);
    await expect(page.getByRole("heading", { name: "That didn’t work" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Sign in" }).first()).toBeVisible();
  });
});
