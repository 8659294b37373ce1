import { fitsAndReads, serious } from "./lib/look.ts";
import { asPerson, newPerson, type Person, signInAs, signUpHere, somebody } from "./lib/people.ts";
import { themes } from "./lib/screens.ts";
import { beginStory, StoryPage, scenarioWith } from "./lib/story.ts";
import { expect, holdBack, hydrated, loaded, open, openEarly, test, useTheme } from "./lib/test.ts";

/** Playing: a visitor becomes a guest and somebody; lines, versions and branches; a lost connection; two windows. */

/** The browser reports every answer that is no success; these are the ones a journey asks for. */
const REFUSED = /Failed to load resource.* (401|403|404) /;

/** How long the line is cut in the middle of a reply. */
const OFFLINE_MS = 20_000;

test.describe.configure({ timeout: 120_000 });

test("a shared link: play as a guest, sign up, find the story again", async ({ page, site, problems }) => {
  problems.allow(REFUSED);
  const scenario = await scenarioWith(2);
  await open(page, `${site}/scenario/${scenario.id}`);
  await page.getByRole("button", { name: "Start story" }).first().click();
  await expect(page).toHaveURL(/\/story\/[\w-]+$/);
  const path = new URL(page.url()).pathname;
  const story = new StoryPage(page);
  await story.open();
  const said = "I set the lantern down between us and do not sit.";
  await story.say(said);
  const reply = await story.last.getByRole("paragraph").first().textContent();

  // A reload, another screen and Start again all lead back to the same story.
  await page.reload();
  await story.open();
  await expect(story.line(said)).toBeVisible();
  await open(page, `${site}/guide`);
  await page.getByRole("link", { name: "Your story" }).first().click();
  await expect(page).toHaveURL(site + path);
  await open(page, `${site}/scenario/${scenario.id}`);
  await page.getByRole("link", { name: "Continue your story" }).first().click();
  await expect(page).toHaveURL(site + path);

  await open(page, `${site}/signup`);
  await signUpHere(page, somebody("guest"));
  await page.getByRole("link", { name: /^Continue “/ }).click();
  await expect(page).toHaveURL(site + path);
  await story.open();
  await expect(story.line(said)).toBeVisible();
  expect(reply).toBeTruthy();
  await open(page, `${site}/stories`);
  await expect(page.getByRole("link", { name: scenario.name })).toHaveAttribute("href", path);
});

test("a press on Start that comes before the app begins the story once it is there", async ({
  page,
  site,
}) => {
  const scenario = await scenarioWith(1);
  const release = await openEarly(page, `${site}/scenario/${scenario.id}`);
  await page.getByRole("button", { name: "Start story" }).first().click();
  await expect(page).toHaveURL(`${site}/scenario/${scenario.id}`);
  release();
  await expect(page).toHaveURL(/\/(?:chat|story)\/[\w-]+$/);
});

test.describe("somebody with an account", () => {
  let person: Person;

  test.beforeEach(async ({ page }) => {
    person = await newPerson("player");
    await signInAs(page, person);
  });

  test("the opening that was chosen is the one that is played", async ({ page, site }) => {
    const scenario = await scenarioWith(1, 2);
    await open(page, `${site}/scenario/${scenario.id}`);
    const openings = page.getByRole("region", { name: "Choose your opening" });
    await openings.getByRole("radio").nth(1).check();
    // The others are out of sight, and of the accessibility tree.
    const opening = openings.getByRole("article");
    const words = ((await opening.getByRole("paragraph").last().textContent()) ?? "").slice(0, 40);
    await opening.getByRole("button", { name: "Start from here" }).click();
    const story = new StoryPage(page);
    await story.open();
    await expect(story.lines.first()).toContainText(words);
  });

  test("skeletons hold the place of a story until it is there", async ({ page, site }) => {
    const { path } = await beginStory(person, await scenarioWith(1));
    const release = await holdBack(page, /\/api\/v1\/chat\/fetch$/);
    await open(page, site + path);
    await expect(page.getByTestId("skeleton").first()).toBeVisible();
    release();
    await new StoryPage(page).open();
    await loaded(page);
  });

  test("three characters, in every control mode", async ({ page, site }) => {
    // More turns than the demo has without a scene.
    const scenario = await scenarioWith(3);
    const { path } = await beginStory(person, scenario);
    await open(page, site + path);
    const story = new StoryPage(page);
    await story.open();
    const panel = page.getByRole("complementary", { name: "Characters" });
    const indicator = page.getByTitle(/Press to change it\.$/);
    await expect(indicator).toContainText("Playing as");
    await story.say("I ask all of you the same thing: who was here last night?");

    await page.getByRole("button", { name: /^Characters: / }).click();
    const puppet = scenario.actors[1]?.name ?? "";
    await panel.getByRole("radio", { name: /^Puppeteer/ }).check();
    await panel.locator("label", { hasText: puppet }).click();
    await expect(indicator).toContainText(`Currently Puppeteering ${puppet}`);
    await story.send("I was. I never left.");
    await expect(story.line("I was. I never left.").getByRole("heading")).toHaveText(puppet);
    await story.quiet();

    await panel.getByRole("radio", { name: /^Steer/ }).check();
    await expect(indicator).toContainText("Steering as the narrator");
    await story.send("The lamp goes out, and somebody laughs.");
    await expect(story.line("The lamp goes out").first().getByRole("heading")).toHaveText("Narrator");
    await story.quiet();

    await panel.getByRole("radio", { name: /^Multi-character/ }).check();
    await expect(indicator).toContainText("Playing as");
    const speaker = scenario.actors[2]?.name ?? "";
    // Not by how many there are: what is far above the end leaves the page.
    const before = (await story.last.getAttribute("data-message")) ?? "";
    await panel.getByRole("button", { name: `Let ${speaker} speak` }).click();
    await expect(story.last).not.toHaveAttribute("data-message", before);
    await story.quiet();
    await expect(story.last.getByRole("heading")).toHaveText(speaker);
  });

  test("another version, an edit, a branch, a deletion and its way back", async ({ page, site }) => {
    const { path } = await beginStory(person, await scenarioWith(1));
    await open(page, site + path);
    const story = new StoryPage(page);
    await story.open();
    await story.say("Tell me what you saw.");

    await story.choose(story.last, "Regenerate");
    await story.quiet();
    const versions = story.last.getByRole("group", { name: /^Versions of this message/ });
    await expect(versions).toContainText("Version 2 of 2");
    await versions.getByRole("button", { name: "Previous version" }).click();
    await expect(versions).toContainText("Version 1 of 2");

    const mine = story.line("Tell me what you saw.");
    await story.choose(mine, "Edit");
    const editor = page.getByRole("textbox", { name: /^Text of this message/ });
    await editor.fill("Tell me what you heard.");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    const edited = story.line("Tell me what you heard.");
    await expect(edited).toContainText("edited");
    const whole = await story.lines.count();

    await story.choose(edited, "Edit");
    await editor.fill("Tell me nothing.");
    await page.getByRole("button", { name: "Save as a new branch" }).click();
    const branch = story.line("Tell me nothing.");
    await expect(branch.getByRole("group", { name: /^Versions of this message/ })).toContainText(
      "Version 2 of 2",
    );
    await expect(edited).toHaveCount(0);
    await branch.getByRole("button", { name: "Previous version" }).click();
    await expect(edited).toBeVisible();

    await expect(story.lines).toHaveCount(whole);
    await story.choose(edited, "Delete");
    await expect(edited).toHaveCount(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(edited).toBeVisible();
    await expect(story.lines).toHaveCount(whole);
    await page.reload();
    await story.open();
    await expect(edited).toBeVisible();
    expect(await serious(page)).toEqual([]);
  });

  test("twenty seconds without a connection, in the middle of a reply", async ({
    page,
    site,
    context,
    problems,
  }) => {
    problems.allow(
      /ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|Failed to load resource|request failed|could not be reached|Couldn’t reach/,
    );
    const { id, path } = await beginStory(person, await scenarioWith(3));
    const api = await asPerson(person);
    // Three speakers, at length: there is a middle to be cut off in.
    const settings = { responseLength: 100, strategy: "list", maxReplies: 3 };
    await api("POST", "/chat/edit-settings", { chatID: id, ...settings });
    await open(page, site + path);
    const story = new StoryPage(page);
    await story.open();
    const said = "Tell me all of it, slowly, from the beginning.";
    await story.send(said);
    await expect(story.last).not.toContainText(said);
    await context.setOffline(true);
    await expect(story.scroll).toHaveAttribute("data-busy", "true");
    const before = (await story.scroll.textContent()) ?? "";
    const wayBack = Date.now() + OFFLINE_MS;
    await expect.poll(() => Date.now() >= wayBack, { timeout: OFFLINE_MS + 5_000 }).toBe(true);
    await context.setOffline(false);
    await story.quiet();

    // What is on screen is what the server holds: nothing is missing, nothing is there twice.
    const held = await api<{ results: { author: string; content: string }[] }>(
      "GET",
      `/stories/${id}/slice/up/head?limit=10`,
    );
    const words = (all: string) => all.replace(/[^\p{L}\p{N}]+/gu, " ").trim();
    const shown = words((await story.scroll.textContent()) ?? "");
    expect(shown).not.toBe(words(before));
    expect(held.results.filter(({ content }) => content === said)).toHaveLength(1);
    const replies = held.results.slice(held.results.findIndex(({ content }) => content === said) + 1);
    // What is far above the end is not in the page.
    expect(await story.line(said).count()).toBeLessThanOrEqual(1);
    for (const { content } of replies) expect(shown.split(words(content)).length).toBeLessThanOrEqual(2);
    // The first paragraph: the numbers of a list below it are drawn and not text.
    expect(shown).toContain(words(replies.at(-1)?.content.split("\n\n")[0] ?? "a last reply"));
  });

  test("a reply is stopped, and goes on when asked", async ({ page, site }) => {
    const { id, path } = await beginStory(person, await scenarioWith(1));
    const api = await asPerson(person);
    await api("POST", "/chat/edit-settings", { chatID: id, responseLength: 100 });
    await open(page, site + path);
    const story = new StoryPage(page);
    await story.open();
    const said = "Go on, I am listening.";
    await story.send(said);
    await expect(story.last).not.toContainText(said);
    await expect(story.last.getByRole("paragraph").first()).toContainText(/\w/);
    await page.getByRole("button", { name: "Stop" }).click();
    await story.quiet();
    await expect(story.last).toContainText("Stopped. What was written so far is kept.");
    const stopped = (await story.last.textContent()) ?? "";
    await story.last.getByRole("button", { name: "Continue", exact: true }).click();
    await expect
      .poll(async () => ((await story.last.textContent()) ?? "").length)
      .toBeGreaterThan(stopped.length);
    await story.quiet();
  });

  test("two windows side by side", async ({ page, site, context }) => {
    const { path } = await beginStory(person, await scenarioWith(1));
    await open(page, site + path);
    const second = await context.newPage();
    await open(second, site + path);
    const left = new StoryPage(page);
    const right = new StoryPage(second);
    await left.open();
    await right.open();
    const said = "One of us is already in the house.";
    await left.send(said);
    // The other window shows the line and the reply as it comes.
    await expect(right.line(said)).toBeVisible();
    await left.quiet();
    await right.quiet();
    // A window that nobody has touched stays at the title page, and keeps in the page what is near its own view.
    await right.scroll.press("End");
    const newest = (await left.last.getAttribute("data-message")) ?? "";
    await expect(right.last).toHaveAttribute("data-message", newest);
    await right.choose(right.last, "Regenerate");
    await right.quiet();
    const versions = left.last.getByRole("group", { name: /^Versions of this message/ });
    await expect(versions).toContainText("Version 2 of 2");
    await second.close();
  });

  test("settings take effect, and are kept after a reload", async ({ page, site }) => {
    const { path } = await beginStory(person, await scenarioWith(2));
    await open(page, site + path);
    const story = new StoryPage(page);
    await story.open();
    await page.getByRole("main").getByRole("button", { name: "Settings" }).first().click();
    const panel = page.getByRole("complementary", { name: "Settings" });
    const saved = page.waitForResponse(
      (answer) => answer.url().endsWith("/chat/edit-settings") && answer.ok(),
    );
    await panel.getByRole("slider", { name: "Response length" }).first().press("End");
    await saved;
    await panel.getByRole("slider", { name: "Font size" }).first().press("End");
    await expect
      .poll(() => story.lines.first().evaluate((line) => getComputedStyle(line).fontSize !== ""))
      .toBe(true);
    expect(await serious(page)).toEqual([]);
    await page.reload();
    await story.open();
    await page.getByRole("main").getByRole("button", { name: "Settings" }).first().click();
    await expect(panel.getByRole("slider", { name: "Response length" }).first()).toHaveValue("100");
    await expect(panel.getByRole("slider", { name: "Font size" }).first()).toHaveValue("24");
  });

  for (const theme of themes) {
    test(`the screen fits and reads, ${theme}`, async ({ page, site }) => {
      await useTheme(page, theme);
      const { path } = await beginStory(person, await scenarioWith(3));
      await open(page, site + path);
      const story = new StoryPage(page);
      await story.open();
      // The network is never idle here: the page listens for what other windows do.
      await loaded(page);
      await fitsAndReads(page, path);
    });
  }
});

test("somebody else's story is not there", async ({ page, site, browser, problems }) => {
  problems.allow(REFUSED);
  const owner = await newPerson("owner");
  const { path } = await beginStory(owner, await scenarioWith(1));
  await signInAs(page, await newPerson("stranger"));
  await page.goto(site + path);
  await hydrated(page);
  await expect(page.getByRole("heading", { name: "Story not found" })).toBeVisible();
  const context = await browser.newContext();
  const visitor = await context.newPage();
  await visitor.goto(site + path);
  await expect(visitor).toHaveURL(/\/signup/);
  await context.close();
});
