import type { Page } from "@playwright/test";
import { begun, storedDraft } from "./lib/drafts.ts";
import { fitsAndReads, serious } from "./lib/look.ts";
import { asPerson, newPerson, type Person, signInAs } from "./lib/people.ts";
import { servers } from "./lib/setup.ts";
import { expect, keeps, open, settled, test } from "./lib/test.ts";

/** What readers see of a scenario: before its author publishes it, before they start, and behind a tap. */

test.describe.configure({ timeout: 90_000 });

const COMPLETE = {
  tagline: "Somebody has to climb the tower.",
  language: "en",
  rating: "mature",
  contentNotes: { kind: "listed", notes: ["war", "captivity"] },
  origin: { kind: "mine" },
  setting: "The tower has no door.",
  actors: [{ id: "ida", name: "Ida", role: "Keeper", personality: "She hides the key." }],
  openings: [
    { id: "o1", title: "Dusk", text: "“You are early, {{user}},” says {{char}}.", speaker: "ida" },
    { id: "o2", title: "Night", text: "The lamp is out." },
  ],
};

/** A draft of this title with everything that publishing needs; it stays open. */
async function written(page: Page, site: string, author: Person, title: string, changes = {}) {
  const api = await asPerson(author);
  await signInAs(page, author);
  const id = await begun(page, site, title);
  const { version, draft } = await storedDraft(api, id);
  await api("PUT", `/scenarios/scenario/${id}?version=${version}`, { ...draft, ...COMPLETE, ...changes });
  return { id, api };
}

/** The same, which everybody can find. */
async function published(
  page: Page,
  site: string,
  title: string,
  { author, changes = {} }: { author?: Person; changes?: object } = {},
) {
  const { id, api } = await written(page, site, author ?? (await newPerson("author")), title, changes);
  const { version } = await storedDraft(api, id);
  await api("POST", `/scenarios/scenario/${id}/publish`, { version, access: "public" });
  return id;
}

/** A title that no other run has used. */
const titleOf = (words: string) => `${words} ${Date.now().toString(36)}`;

/** The other person of a journey, in a browser of their own. */
async function asReader(page: Page, act: (reading: Page) => Promise<void>): Promise<void> {
  const context = await page.context().browser()?.newContext();
  if (context === undefined) throw new Error("there is no browser");
  await act(await context.newPage());
  await context.close();
}

test("an author sees page, poster, link and first message as readers would, and nothing in them acts", async ({
  page,
  site,
}) => {
  const { id } = await written(page, site, await newPerson("author"), "The salt lamp", { origin: null });
  const frame = page.frameLocator("iframe");
  await open(page, `${site}/my-scenarios/${id}?part=preview`);
  await expect(frame.getByRole("heading", { level: 1, name: "The salt lamp" })).toBeVisible();
  await expect(frame.getByText("Contains war and captivity.")).toBeVisible();
  await expect(frame.getByText("The tower has no door.")).toHaveCount(0);
  // It is laid out as on a phone: Start stands under the thumb, and the poster beside the title is left out.
  await expect(frame.getByTestId("poster")).toBeHidden();
  await frame.getByRole("button", { name: "Start story" }).filter({ visible: true }).click();
  await frame.getByRole("link").first().click();
  await frame.getByRole("radio", { name: "Night" }).check();
  await expect(frame.getByText("The lamp is out.")).toBeVisible();
  await expect(page).toHaveURL(/part=preview$/);
  await fitsAndReads(page);
  await page.setViewportSize({ width: 1280, height: 900 });

  await expect(page.getByRole("list", { name: "What is missing" })).toContainText("Say whose work this is.");
  await expect(page.getByRole("button", { name: /^Setting/ })).toContainText("In every prompt");
  await page.getByRole("link", { name: "Poster" }).click();
  await expect(frame.getByRole("link", { name: "The salt lamp" })).toBeVisible();
  await page.getByRole("link", { name: "Link", exact: true }).click();
  await expect(frame.getByText(/^The salt lamp – story by/)).toBeVisible();
  await page.getByRole("link", { name: "Story", exact: true }).click();
  await expect(frame.getByText("“You are early, You,” says Ida.")).toBeVisible();
  await page.getByRole("combobox", { name: "Opening" }).selectOption("Night");
  await expect(frame.getByRole("heading", { name: "Narrator" })).toBeVisible();
  await page.getByRole("button", { name: /Say whose work this is/ }).click();
  await expect(page.getByRole("radio", { name: /^My own/ })).toBeVisible();
});

test("content notes stand before the start; a reader who hides them finds it nowhere and is asked first", async ({
  page,
  site,
}) => {
  const title = titleOf("The iron causeway");
  const id = await published(page, site, title);
  const search = `${site}/search?search=${encodeURIComponent(title)}`;
  await asReader(page, async (reading) => {
    const found = reading.getByRole("link", { name: title, exact: true });
    await expect(async () => {
      await open(reading, search);
      await expect(found).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await open(reading, `${search}&blNotes=captivity`);
    await expect(found).toHaveCount(0);
    await reading.getByRole("link", { name: "Remove Captivity" }).click();
    await expect(found).toBeVisible();
    await found.click();
    await expect(reading.getByText("Contains war and captivity.")).toBeVisible();

    await signInAs(reading, await newPerson("reader"));
    await open(reading, `${site}/profile?section=content`);
    const note = reading.getByRole("button", { name: "War", exact: true });
    await keeps(reading, "blockedNotes", () => note.click());
    await expect(note).toHaveAttribute("aria-pressed", "true");
    expect(await serious(reading)).toEqual([]);
    await open(reading, search);
    await expect(found).toHaveCount(0);

    await open(reading, `${site}/scenario/${id}`);
    await settled(reading);
    const start = reading.getByRole("button", { name: "Start story" }).filter({ visible: true });
    await start.click();
    const asked = reading.getByRole("dialog", { name: "Before you start" });
    await expect(asked).toContainText("This scenario contains war.");
    expect(await serious(reading)).toEqual([]);
    await asked.getByRole("button", { name: "Not now" }).click();
    await expect(reading).toHaveURL(/\/scenario\//);
    await start.click();
    await asked.getByRole("button", { name: "Start anyway" }).click();
    await expect(reading).toHaveURL(/\/(?:chat|story)\//);
  });
});

test("in place of a new tag, those that are close to it are offered", async ({ page, site }) => {
  const { tagName } = servers();
  await signInAs(page, await newPerson("author"));
  await begun(page, site, "The plural");
  const field = page.getByRole("combobox", { name: "Add a tag" });
  const tags = page.getByRole("list", { name: "Tags", exact: true });
  await field.fill(`${tagName}s`);
  await field.press("Enter");
  const near = page.getByRole("group", { name: `There are tags like “${tagName}s” already.` });
  await expect(near).toBeVisible();
  await fitsAndReads(page);
  await near.getByRole("button", { name: new RegExp(`^${tagName}`) }).click();
  await expect(near).toHaveCount(0);
  await expect(tags).toHaveText(tagName);
  await field.fill("Zxqvjkw");
  await field.press("Enter");
  await expect(tags).toContainText("Zxqvjkw");
});

test("how an open scenario is made shows behind taps", async ({ page, site }) => {
  const openId = await published(page, site, titleOf("The open lamp"), { changes: { making: "open" } });
  await asReader(page, async (reading) => {
    await open(reading, `${site}/scenario/${openId}`);
    expect(await reading.content()).not.toContain("hides the key");
    await reading.getByRole("button", { name: "How it is made" }).click();
    const making = reading.getByRole("dialog", { name: "How it is made" });
    const text = making.getByText("She hides the key.");
    await expect(making.getByRole("heading", { name: "Ida" })).toBeVisible();
    await expect(text).toHaveCount(0);
    await making.getByRole("button", { name: "Personality and voice" }).click();
    await expect(text).toBeVisible();
    await fitsAndReads(reading);
  });
});

test("a closed scenario offers nothing of how it is made", async ({ page, site }) => {
  const closed = await published(page, site, titleOf("The closed lamp"));
  await open(page, `${site}/scenario/${closed}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("The closed lamp");
  await expect(page.getByRole("button", { name: "How it is made" })).toHaveCount(0);
  expect(await page.content()).not.toContain("hides the key");
});

test("an author who leaves says what becomes of the work", async ({ page, site }) => {
  const author = await newPerson("author");
  await published(page, site, titleOf("The last lamp"), { author });
  await open(page, `${site}/profile?section=data`);
  await settled(page);
  await page.getByRole("button", { name: "Delete my account" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete your account?" });
  await expect(dialog.getByRole("radio", { name: /^Withdraw them/ })).toBeChecked();
  await dialog.getByRole("radio", { name: /^Leave them to readers/ }).check();
  await fitsAndReads(page);
  await dialog.getByLabel("Password", { exact: true }).fill(author.password);
  await keeps(page, '"work":"leave"', () =>
    dialog.getByRole("button", { name: "Delete my account" }).click(),
  );
  await expect(page.getByRole("heading", { name: "Account deletion scheduled" })).toBeVisible();
  await expect(page.getByText(/^Will be left to readers on that day/)).toBeVisible();
  await fitsAndReads(page);
});
