import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { fitsAndReads, serious } from "./lib/look.ts";
import { asPerson, newPerson, type Person, signInAs } from "./lib/people.ts";
import { themes } from "./lib/screens.ts";
import { type Begun, beginStory, StoryPage, scenarioWith } from "./lib/story.ts";
import { expect, open, settled, test, useTheme } from "./lib/test.ts";

/** The list of stories: in order, in folders, in the trash and restored, exported and imported. */

let person: Person;
let api: Awaited<ReturnType<typeof asPerson>>;

test.describe.configure({ timeout: 90_000 });

test.beforeEach(async ({ page }) => {
  person = await newPerson("stories");
  api = await asPerson(person);
  await signInAs(page, person);
});

const row = (page: Page, title: string) => page.getByRole("listitem").filter({ hasText: title });
const titles = (page: Page) =>
  page.getByRole("main").getByRole("listitem").getByRole("heading", { level: 3 }).allTextContents();

async function titled(title: string): Promise<Begun> {
  const story = await beginStory(person, await scenarioWith(2));
  await api("PUT", `/stories/${story.id}`, { title });
  return { ...story, title };
}

/** Opens the menu of a row and chooses from it. */
async function choose(page: Page, title: string, item: string): Promise<void> {
  await page.getByRole("button", { name: `Options for ${title}`, exact: true }).click();
  await page.getByRole("menuitem", { name: item, exact: true }).click();
}

test("an empty list says what could be there", async ({ page, site }) => {
  await open(page, `${site}/stories`);
  await expect(page.getByRole("heading", { name: "No stories yet" })).toBeVisible();
  await page.getByRole("link", { name: "Trash" }).click();
  await expect(page.getByRole("heading", { name: "The trash is empty" })).toBeVisible();
  await expect(page).toHaveURL(/view=trash/);
});

test("orders, pins and names", async ({ page, site }) => {
  for (const title of ["Anise", "Basil", "Cumin"]) await titled(title);
  await open(page, `${site}/stories`);
  expect(await titles(page)).toEqual(["Cumin", "Basil", "Anise"]);
  await page.getByLabel("Sort by").selectOption({ label: "Oldest story" });
  await expect(page).toHaveURL(/sort=createdAtAsc/);
  await expect.poll(() => titles(page)).toEqual(["Anise", "Basil", "Cumin"]);
  await page.goBack();
  await expect.poll(() => titles(page)).toEqual(["Cumin", "Basil", "Anise"]);

  await choose(page, "Anise", "Pin to the top");
  await expect.poll(() => titles(page)).toEqual(["Anise", "Cumin", "Basil"]);
  await choose(page, "Anise", "Rename");
  await page.getByRole("textbox", { name: "Title" }).fill("Anise, grown wild");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByRole("link", { name: "Anise, grown wild" })).toBeVisible();
  await open(page, `${site}/stories`);
  expect(await titles(page)).toEqual(["Anise, grown wild", "Cumin", "Basil"]);
});

test("words are found in titles and in lines, and lead to the line", async ({ page, site }) => {
  const story = await titled("The shore");
  await titled("The hill");
  const said = "I count the cobblestones until there are none left.";
  await api("POST", "/message/create", { chatID: story.id, message: said });
  await open(page, `${site}/stories`);
  await page.getByRole("searchbox", { name: "Search your stories" }).fill("cobblestones");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/search=cobblestones/);
  await expect.poll(() => titles(page)).toEqual(["The shore"]);
  // The reply may take the word up, once or twice: then it is the line that is found.
  await expect(page.locator("mark").first()).toHaveText("cobblestones");
  await page.getByRole("link", { name: /Found in a message/ }).click();
  await expect(page).toHaveURL(new RegExp(`/story/${story.id}#message-`));
  const line = page.locator(new URL(page.url()).hash);
  await expect(line).toBeInViewport();
  await expect(line).toContainText("cobblestones");

  await open(page, `${site}/stories?search=zxqvjkw`);
  await expect(page.getByRole("heading", { name: "No matching stories" })).toBeVisible();
});

test("folders, by keyboard alone", async ({ page, site }) => {
  await titled("The loose one");
  await open(page, `${site}/stories`);
  await page.getByRole("button", { name: "New folder" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog").getByRole("textbox", { name: "Name" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Enter a name.")).toBeVisible();
  await page.keyboard.type("Night shift");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toBeHidden();
  const folders = page.getByRole("navigation", { name: "Folders" });
  await expect(folders.getByRole("link", { name: "Night shift" })).toBeVisible();

  await page.getByRole("button", { name: "Options for The loose one" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Pin to the top" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Move to a folder" });
  await dialog.getByRole("radio", { name: "No folder" }).focus();
  await page.keyboard.press("ArrowDown");
  await expect(dialog.getByRole("radio", { name: "Night shift" })).toBeChecked();
  await page.keyboard.press("Enter");
  await expect(page.getByText("“The loose one” moved to Night shift.")).toBeVisible();
  await expect(folders.getByRole("link", { name: /Night shift/ })).toContainText("1");

  await folders.getByRole("link", { name: /Night shift/ }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 2, name: "Night shift" })).toBeVisible();
  await expect.poll(() => titles(page)).toEqual(["The loose one"]);
  await page.getByRole("button", { name: "Options for the folder Night shift" }).press("Enter");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Delete folder" }).press("Enter");
  await expect(folders.getByRole("link", { name: /Night shift/ })).toHaveCount(0);
  await expect(row(page, "The loose one")).toBeVisible();
});

test("a story is dragged into a folder, and moved back", async ({ page, site }) => {
  await titled("The traveller");
  await api("POST", "/library/folders", { name: "Roads" });
  await open(page, `${site}/stories`);
  const folder = page.getByRole("navigation", { name: "Folders" }).getByRole("link", { name: /Roads/ });
  await row(page, "The traveller").dragTo(folder);
  await expect(page.getByText("“The traveller” moved to Roads.")).toBeVisible();
  await expect(folder).toContainText("1");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("“The traveller” moved back.")).toBeVisible();
  await expect(folder).not.toContainText("1");
});

test("a folder that was changed elsewhere is reported, and the next save succeeds", async ({
  page,
  site,
  problems,
}) => {
  problems.allow(/Failed to load resource.* (409|412) /);
  const folder = await api<{ id: string; etag: string }>("POST", "/library/folders", { name: "Before" });
  await open(page, `${site}/stories?folder=${folder.id}`);
  await api("PATCH", `/library/folders/${folder.id}`, { name: "Elsewhere", etag: folder.etag });
  await page.getByRole("button", { name: "Options for the folder Before" }).click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  const name = page.getByRole("textbox", { name: "Name" });
  await name.fill("Mine");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toContainText("It’s now called “Elsewhere”");
  await expect(name).toHaveValue("Mine");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 2, name: "Mine" })).toBeVisible();
});

test("moved to the trash, restored, deleted for good", async ({ page, site }) => {
  await titled("The first draft");
  await titled("The second draft");
  await open(page, `${site}/stories`);
  await choose(page, "The first draft", "Move to trash");
  await expect(page.getByText("“The first draft” moved to the trash.")).toBeVisible();
  await expect(row(page, "The first draft")).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(row(page, "The first draft")).toBeVisible();

  await choose(page, "The first draft", "Move to trash");
  await page.getByRole("link", { name: "Trash" }).click();
  await expect(row(page, "The first draft")).toContainText("30 days left");
  await choose(page, "The first draft", "Restore");
  await expect(page.getByRole("heading", { name: "The trash is empty" })).toBeVisible();
  await page.getByRole("link", { name: "All stories" }).first().click();
  await expect(row(page, "The first draft")).toBeVisible();

  await choose(page, "The first draft", "Move to trash");
  await page.getByRole("link", { name: "Trash" }).click();
  await choose(page, "The first draft", "Delete for good");
  const dialog = page.getByRole("dialog", { name: "Delete for good?" });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(row(page, "The first draft")).toBeVisible();
  await choose(page, "The first draft", "Delete for good");
  await dialog.getByRole("button", { name: "Delete for good" }).click();
  await expect(row(page, "The first draft")).toHaveCount(0);
  await open(page, `${site}/stories`);
  expect(await titles(page)).toEqual(["The second draft"]);
});

test("a story is exported, and imported again", async ({ page, site }) => {
  await titled("The lamp");
  await open(page, `${site}/stories`);
  for (const [item, name] of [
    ["Export as text", "The lamp.txt"],
    ["Export for SillyTavern (JSONL)", "The lamp.jsonl"],
    ["Export everything (JSON)", "The lamp.json"],
  ] as const) {
    const download = page.waitForEvent("download");
    await choose(page, "The lamp", item);
    const file = await download;
    expect(file.suggestedFilename()).toBe(name);
    if (!name.endsWith(".json")) continue;
    const text = await readFile(await file.path());
    await page.getByRole("button", { name: "Import" }).click();
    await page.getByLabel("File").setInputFiles({ name, mimeType: "application/json", buffer: text });
    await page.getByRole("dialog").getByRole("button", { name: "Import" }).click();
    await expect(page.getByRole("heading", { name: "Imported" })).toBeVisible();
    await expect(
      page.getByRole("list", { name: "Import report" }).getByRole("listitem").first(),
    ).toBeVisible();
    expect(await serious(page)).toEqual([]);
    await page.getByRole("link", { name: "Open the story" }).click();
    await new StoryPage(page).open();
  }
});

test("a file that is not a story is rejected in the dialog", async ({ page, site, problems }) => {
  problems.allow(/Failed to load resource.* (400|413|415|422) /);
  await open(page, `${site}/stories`);
  await page.getByRole("button", { name: "Import" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Import" }).click();
  await expect(page.getByText("Choose a file first.")).toBeVisible();
  await page
    .getByLabel("File")
    .setInputFiles({ name: "x.json", mimeType: "application/json", buffer: Buffer.from("{") });
  await page.getByRole("dialog").getByRole("button", { name: "Import" }).click();
  await expect(page.getByRole("dialog").getByRole("alert")).toBeVisible();
});

for (const theme of themes) {
  test(`the list fits and reads, ${theme}`, async ({ page, site }) => {
    await useTheme(page, theme);
    await titled("Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz");
    await titled("قصة الليل الطويل");
    await api("POST", "/library/folders", {
      name: "The long one about the ferry and its seventeen passengers",
    });
    await open(page, `${site}/stories`);
    await settled(page);
    await fitsAndReads(page);
    await page
      .getByRole("button", { name: /^Options for/ })
      .first()
      .click();
    expect(await serious(page)).toEqual([]);
  });
}
