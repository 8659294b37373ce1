import type { Locator, Page } from "@playwright/test";
import { linksTo } from "./lib/cards.ts";
import { fitsAndReads, serious } from "./lib/look.ts";
import { CONFIRM, mailedLink } from "./lib/mail.ts";
import { newPerson, signInAs, signUpHere, somebody } from "./lib/people.ts";
import { StoryPage, scenarioWith, scenarioWithoutScene } from "./lib/story.ts";
import { expect, hydrated, open, test } from "./lib/test.ts";

/** The first minute: from a shared link to a reply, a name, an account, and back to what was pressed before. */

/** A visitor's browser asks for nothing that is refused; these journeys open what guests and visitors may not. */
const REFUSED = /Failed to load resource.* (401|403|404) /;

test.describe.configure({ timeout: 120_000 });

/** Counts what a visitor has to press. */
function taps(page: Page) {
  let count = 0;
  return {
    tap: async (name: string | RegExp, role: "button" | "link" = "button") => {
      count += 1;
      await page.getByRole(role, { name }).first().click();
    },
    get count() {
      return count;
    },
  };
}

const question = (page: Page) => page.getByRole("textbox", { name: "What should they call you?" });

/** Whether all of something is in view inside of what scrolls. */
async function isWithin(inner: Locator, outer: Locator): Promise<boolean> {
  const [a, b] = await Promise.all([inner.boundingBox(), outer.boundingBox()]);
  return a !== null && b !== null && a.y >= b.y && a.y + a.height <= b.y + b.height;
}

test.describe("at 390 pixels", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("from a shared link to the first reply: two taps and one line", async ({ page, site }) => {
    const scenario = await scenarioWith(1);
    const visitor = taps(page);
    await open(page, `${site}/scenario/${scenario.id}`);
    await visitor.tap("Start story");
    const story = new StoryPage(page);
    await story.open();
    // Nothing stands between: the question for a name is beside the field, and writing answers it.
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(question(page)).toBeVisible();
    // It can be written in at once, and the opening has not moved.
    await expect(story.field).toBeFocused();
    expect(await story.scroll.evaluate((element) => element.scrollTop)).toBe(0);
    const before = await story.lines.count();
    await story.field.pressSequentially("I set the lantern down and look around.");
    await visitor.tap("Send");
    await expect(story.lines).not.toHaveCount(before + 1);
    await story.quiet();
    await expect(story.last.getByRole("paragraph").first()).not.toBeEmpty();
    expect(visitor.count).toBe(2);
    await expect(question(page)).toHaveCount(0);
    await page.reload();
    await story.open();
    await expect(question(page)).toHaveCount(0);
  });
});

for (const height of [844, 540]) {
  test(`an editor is in view with its buttons on a phone ${height} pixels high`, async ({ page, site }) => {
    await page.setViewportSize({ width: 390, height });
    const scenario = await scenarioWith(1);
    await open(page, `${site}/scenario/${scenario.id}`);
    await page.getByRole("button", { name: "Start story" }).first().click();
    const story = new StoryPage(page);
    await story.open();
    await story.say("I set the lantern down and look around. Nobody is here, and still I say good evening.");
    await story.say("I wait.");
    for (const line of [story.last, story.line("I set the lantern down")]) {
      await story.choose(line, "Edit");
      const editor = page.getByTestId("editor");
      const text = editor.getByRole("textbox");
      const buttons = editor.getByRole("button");
      for (const part of [text, buttons.nth(0), buttons.nth(2)])
        await expect.poll(() => isWithin(part, story.scroll), { message: `${part}` }).toBe(true);
      // It stays there once the list has measured its rows. That it does not move has no event: only time shows it.
      await page.waitForTimeout(600);
      expect(await isWithin(text, story.scroll)).toBe(true);
      await editor.getByRole("button", { name: "Cancel" }).click();
    }
  });
}

test("a name is added later, and changed, in three taps", async ({ page, site }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const scenario = await scenarioWith(1);
  await open(page, `${site}/scenario/${scenario.id}`);
  await page.getByRole("button", { name: "Start story" }).first().click();
  const story = new StoryPage(page);
  await story.open();
  await story.say("I step in.");
  await expect(question(page)).toHaveCount(0);
  for (const [entry, name] of [
    ["Add a name", "Dana"],
    ["Edit name", "Zoë"],
  ] as const) {
    const visitor = taps(page);
    await visitor.tap("Menu");
    await visitor.tap(entry);
    await question(page).fill(name);
    await visitor.tap("Save name");
    await expect(page.getByRole("radio", { name })).toBeChecked();
    expect(visitor.count).toBe(3);
    expect(await serious(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(story.field).toHaveAttribute("placeholder", `What do you do, ${name}?`);
  }
});

for (const width of [390, 1280]) {
  test(`the question for a name fits at ${width} pixels`, async ({ page, site }) => {
    await page.setViewportSize({ width, height: 844 });
    const scenario = await scenarioWith(1);
    await open(page, `${site}/scenario/${scenario.id}`);
    await page.getByRole("button", { name: "Start story" }).first().click();
    await new StoryPage(page).open();
    await expect(question(page)).toBeVisible();
    await fitsAndReads(page);
    expect(await serious(page)).toEqual([]);
  });
}

test("a guest gives their name once, and the account keeps it", async ({ page, site }) => {
  const first = await scenarioWith(1);
  const second = await scenarioWith(1, 1, first);
  await open(page, `${site}/scenario/${first.id}`);
  await page.getByRole("button", { name: "Start story" }).first().click();
  const story = new StoryPage(page);
  await story.open();
  await question(page).fill("Zoë Nguyễn");
  await page.getByRole("button", { name: "Save name" }).click();
  await expect(question(page)).toHaveCount(0);
  await expect(story.field).toBeFocused();
  await story.say("I step in.");
  await expect(story.line("I step in.").getByRole("heading")).toHaveText("Zoë Nguyễn");

  await open(page, `${site}/scenario/${second.id}`);
  await page.getByRole("button", { name: "Start story" }).first().click();
  await story.open();
  await expect(story.field).toHaveAttribute("placeholder", "What do you do, Zoë Nguyễn?");

  await open(page, `${site}/signup`);
  await signUpHere(page, somebody("named"));
  await open(page, `${site}/profile?section=personas`);
  await expect(page.getByRole("heading", { name: "Zoë Nguyễn" })).toBeVisible();
});

test("a guest starts anew and keeps both stories", async ({ page, site }) => {
  const scenario = await scenarioWith(1);
  await open(page, `${site}/scenario/${scenario.id}`);
  await page.getByRole("button", { name: "Start story" }).first().click();
  const story = new StoryPage(page);
  await story.open();
  const first = new URL(page.url()).pathname;

  await open(page, `${site}/scenario/${scenario.id}`);
  await expect(page.getByText("A new story doesn’t replace this one: you keep both.")).toBeVisible();
  await page.getByRole("button", { name: "Start a new story", exact: true }).click();
  await expect(page).not.toHaveURL(new RegExp(`${first}$|/scenario/`));
  await story.open();
  const second = new URL(page.url()).pathname;

  await open(page, `${site}/scenario/${scenario.id}`);
  await expect(page.getByRole("link", { name: "Continue your story" }).first()).toHaveAttribute(
    "href",
    second,
  );
  const others = page.getByRole("list", { name: "Your other stories of this scenario" });
  await others.getByRole("link").click();
  await expect(page).toHaveURL(site + first);
});

for (const width of [390, 1280]) {
  test(`a guest plays the demo to its end and again at ${width} pixels`, async ({ page, site }) => {
    await page.setViewportSize({ width, height: 844 });
    const scenario = await scenarioWithoutScene();
    await open(page, `${site}/scenario/${scenario.id}`);
    await page.getByRole("button", { name: "Start story" }).first().click();
    const story = new StoryPage(page);
    await story.open();
    for (const said of ["I step in.", "I look around.", "I ask what happened here."]) await story.say(said);
    // The story's words are the story's alone; the site's aside stands beside it, and nobody can write.
    const end = page.getByRole("region", { name: "The end" });
    await expect(end).toBeVisible();
    await expect(end).toBeFocused();
    await expect(story.field).toHaveCount(0);
    await expect(story.lines.filter({ hasText: "DRAMATIS_" })).toHaveCount(0);
    // On phones it scrolls with the text, and covers none of it.
    await expect(story.scroll.getByRole("region", { name: "The end" })).toHaveCount(width < 768 ? 1 : 0);
    await expect(end.getByText("DRAMATIS_MODEL_URL")).toBeHidden();
    await end.getByText("Do you run this site?").click();
    await expect(end.getByText("DRAMATIS_MODEL_URL")).toBeVisible();
    await end.getByText("Do you run this site?").click();
    await expect(end.getByText(/stays in this browser until/)).toBeVisible();
    await fitsAndReads(page);
    expect(await serious(page)).toEqual([]);

    // Another version of an earlier reply opens the story again.
    await story.choose(story.line("I ask what happened here."), "Edit");
    await page.getByRole("textbox", { name: /^Text of this message/ }).fill("I ask nothing.");
    await page.getByRole("button", { name: "Save as a new branch" }).click();
    await expect(story.field).toBeVisible();
    await expect(end).toHaveCount(0);
    await page.getByRole("button", { name: "Next", exact: true }).click();
    await expect(end).toBeVisible();

    const first = new URL(page.url()).pathname;
    await end.getByRole("button", { name: "Play it again" }).click();
    await expect(page).not.toHaveURL(new RegExp(`${first}$`));
    await story.open();
    await expect(story.lines).toHaveCount(1);
    await open(page, `${site}/`);
    await expect(page.getByRole("heading", { name: "Where you left off" })).toBeVisible();
    await expect(linksTo(page.getByRole("main").getByRole("heading", { level: 3 }), first)).toHaveCount(1);
  });
}

test("a guest begins where the browser has no crypto.subtle", async ({ page, site }) => {
  // As on plain http under a name other than localhost.
  await page.addInitScript(() => Object.defineProperty(crypto, "subtle", { value: undefined }));
  const session = page.waitForRequest(/\/guest\/sessions$/);
  const scenario = await scenarioWith(1);
  await open(page, `${site}/scenario/${scenario.id}`);
  await page.getByRole("button", { name: "Start story" }).first().click();
  const hash = (await session).headers()["device-hash"];
  await new StoryPage(page).open();
  // The same as where it has: asked in a page of its own.
  const other = await page.context().newPage();
  await other.goto(`${site}/guide`);
  const native = await other.evaluate(async () => {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const traits = [navigator.userAgent, zone, `${screen.width}x${screen.height}`, navigator.language];
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(traits.join("|")));
    const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0"));
    return hex.join("").slice(0, 32);
  });
  expect(hash).toBe(native);
});

test("the first sign-up leaves the console silent", async ({ page, site }) => {
  await open(page, `${site}/signup`);
  await signUpHere(page, somebody("silent"));
});

test("signing up to love a scenario leads back to it and loves it", async ({ page, site }) => {
  const scenario = await scenarioWith(1);
  await open(page, `${site}/scenario/${scenario.id}`);
  const love = page.getByRole("button", { name: /^Love/ }).first();
  await love.click();
  await expect(page).toHaveURL(/\/signup\?returnTo=/);
  await expect(page.getByText("Create an account to love")).toBeVisible();
  const person = somebody("lover");
  await page.getByLabel("Email address").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
  // The mailed link opens in a tab of its own.
  const tab = await page.context().newPage();
  const loved = tab.waitForResponse(/\/scenarios\/love$/);
  await tab.goto(await mailedLink(person.email, CONFIRM));
  await hydrated(tab);
  await expect(tab).toHaveURL(`${site}/scenario/${scenario.id}`);
  expect((await loved).ok()).toBe(true);
  await expect(tab.getByRole("button", { name: /^Love/, pressed: true }).first()).toBeVisible();
});

test("signing in to follow an author leads back and follows them", async ({ page, site, problems }) => {
  problems.allow(REFUSED);
  const scenario = await scenarioWith(1);
  await open(page, `${site}/scenario/${scenario.id}`);
  await linksTo(page.getByRole("main"), "/user/").first().click();
  await expect(page).toHaveURL(/\/user\//);
  await hydrated(page);
  const author = page.url();
  const person = await newPerson("follower");
  await page.getByRole("button", { name: /^Follow / }).click();
  await expect(page).toHaveURL(/\/signup/);
  const followed = page.waitForResponse(/\/users\/me\/follow\//);
  await page
    .getByRole("main")
    .getByRole("link", { name: /sign in/i })
    .click();
  await expect(page).toHaveURL(/\/signin/);
  await page.getByLabel("Email address").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(author);
  expect((await followed).ok()).toBe(true);
  await expect(page.getByRole("button", { name: /^Follow /, pressed: true })).toBeVisible();
});

test("a persona has a portrait", async ({ page, site }) => {
  await signInAs(page, await newPerson("persona"));
  await open(page, `${site}/profile?section=personas`);
  await page.getByRole("button", { name: "Write your first persona" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Ivo");
  const picture = await page.screenshot();
  await page
    .getByLabel("Picture of the persona")
    .setInputFiles({ name: "ivo.png", mimeType: "image/png", buffer: picture });
  await expect(page.getByRole("button", { name: "Change picture" })).toBeVisible();
  await page.getByRole("button", { name: "Save persona" }).click();
  const portrait = page.getByRole("listitem").filter({ hasText: "Ivo" }).locator("img");
  await expect(portrait).toBeVisible();
  await page.reload();
  await expect(portrait).toBeVisible();
});
