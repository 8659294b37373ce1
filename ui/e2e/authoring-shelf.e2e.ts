import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { begun, begunWith, type DraftView, field, idIn, saved, storedDraft } from "./lib/drafts.ts";
import { serious } from "./lib/look.ts";
import { asPerson, newPerson, signInAs } from "./lib/people.ts";
import { expect, hydrated, open, test } from "./lib/test.ts";

/** My scenarios: found and sorted, cards that come in, many changed at once, series, the trash. */

let api: Awaited<ReturnType<typeof asPerson>>;

test.describe.configure({ timeout: 90_000 });

test.beforeEach(async ({ page }) => {
  const person = await newPerson("author");
  api = await asPerson(person);
  await signInAs(page, person);
});

const CARD = {
  spec: "chara_card_v2",
  spec_version: "2.0",
  data: {
    name: "Odalys",
    description: "Keeps the spare key of every neighbour.",
    personality: "Apologises to doors.",
    scenario: "A town with one street.",
    first_mes: "“You are early,” she says to the door.",
    mes_example: "",
    creator_notes: "",
    system_prompt: "",
    post_history_instructions: "",
    alternate_greetings: ["It rains again."],
    tags: ["quiet"],
    creator: "somebody",
    character_version: "1",
    extensions: { depth_prompt: { prompt: "She is tired.", depth: 3, role: "system" }, other: { a: 1 } },
  },
};

test("a card is imported with a report, and becomes a draft", async ({ page, site }) => {
  await open(page, `${site}/my-scenarios`);
  await page.getByRole("button", { name: "Import cards" }).click();
  const dialog = page.getByRole("dialog", { name: "Import cards" });
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  await expect(dialog.getByText("Choose a file first.")).toBeVisible();
  await dialog.getByLabel(/Choose files/).setInputFiles({
    name: "no-card.json",
    mimeType: "application/json",
    buffer: Buffer.from("[1, 2"),
  });
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "no-card.json" })).toBeVisible();
  await expect(
    page.getByText("This file can’t be read: it isn’t valid JSON at line 1, column 5."),
  ).toBeVisible({ timeout: 20_000 });
  await page.getByRole("main").getByRole("link", { name: "My scenarios" }).click();
  await page.getByRole("button", { name: "Import cards" }).click();
  await dialog.getByLabel(/Choose files/).setInputFiles({
    name: "odalys.json",
    mimeType: "application/json",
    buffer: Buffer.from(JSON.stringify(CARD)),
  });
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  const report = page.getByRole("region", { name: "Report" });
  await expect(report.getByRole("region", { name: "What arrived" }).getByText(/^The draft has/)).toBeVisible({
    timeout: 20_000,
  });
  expect(await serious(page)).toEqual([]);
  await report.getByRole("link", { name: "Open the draft" }).click();
  await expect(page).toHaveURL(/\/my-scenarios\/[\w-]+$/);
  await expect(field(page, "Title")).not.toHaveValue("");
  const [actor] = (await storedDraft(api, idIn(page))).draft.actors;
  expect(actor).toMatchObject({ name: "Odalys", personality: "Apologises to doors." });

  // And out again, as a card that other programs read.
  await open(page, `${site}/my-scenarios/${idIn(page)}?part=actors&item=${actor?.id}`);
  await page.getByRole("button", { name: "Export this actor" }).click();
  expect(await serious(page)).toEqual([]);
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "JSON, card version 2" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("Odalys.json");
  const card: typeof CARD = JSON.parse(await readFile(await file.path(), "utf8"));
  expect(card).toMatchObject({ spec: "chara_card_v2", data: { name: "Odalys", tags: ["quiet"] } });
});

test("the shelf: found, sorted, into the trash and back, deleted permanently", async ({ page, site }) => {
  for (const title of ["Anise", "Basil"]) await begun(page, site, title);
  await open(page, `${site}/my-scenarios`);
  const titles = () =>
    page.getByRole("main").getByRole("listitem").getByRole("heading", { level: 2 }).allTextContents();
  expect(await titles()).toEqual(["Basil", "Anise"]);
  await page.getByLabel("Sort by").selectOption({ label: "Title" });
  await expect.poll(titles).toEqual(["Anise", "Basil"]);
  await page.getByRole("searchbox").fill("basil");
  await page.keyboard.press("Enter");
  await expect.poll(titles).toEqual(["Basil"]);

  const choose = async (title: string, item: string) => {
    await page.getByRole("button", { name: `Options for ${title}` }).click();
    await page.getByRole("menuitem", { name: item }).click();
  };
  await open(page, `${site}/my-scenarios`);
  await choose("Basil", "Move to trash");
  await expect.poll(titles).toEqual(["Anise"]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(titles).toEqual(["Basil", "Anise"]);
  await choose("Basil", "Move to trash");
  await expect(page.getByText("“Basil” moved to the trash.")).toBeVisible();
  await page.getByRole("link", { name: "Trash" }).click();
  await expect.poll(titles).toEqual(["Basil"]);
  await choose("Basil", "Restore");
  await expect(page.getByRole("heading", { name: "The trash is empty" })).toBeVisible();
  await page.getByRole("link", { name: "Shelf" }).click();
  await choose("Basil", "Move to trash");
  await expect(page.getByText("“Basil” moved to the trash.")).toBeVisible();
  await page.getByRole("link", { name: "Trash" }).click();
  await choose("Basil", "Delete permanently");
  await page.getByRole("dialog").getByRole("button", { name: "Delete permanently" }).click();
  await expect(page.getByRole("heading", { name: "The trash is empty" })).toBeVisible();
});

test("a draft in the trash is shown, and edited once it is restored", async ({ page, site }) => {
  const id = await begun(page, site, "Fog");
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Move to trash" }).click();
  await expect(page).toHaveURL(/\/my-scenarios$/);
  await open(page, `${site}/my-scenarios/${id}`);
  await page.getByRole("button", { name: "Restore" }).click();
  await field(page, "Title").fill("Fog again");
  await saved(page);
  expect((await storedDraft(api, id)).draft.title).toBe("Fog again");
});

test("a file that is dropped on the shelf is imported", async ({ page, site }) => {
  await open(page, `${site}/my-scenarios`);
  const files = await page.evaluateHandle((card) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([card], "odalys.json", { type: "application/json" }));
    return transfer;
  }, JSON.stringify(CARD));
  await page.getByRole("heading", { name: "My scenarios" }).dispatchEvent("drop", { dataTransfer: files });
  const dialog = page.getByRole("dialog", { name: "Import cards" });
  await expect(dialog.getByText("odalys.json")).toBeVisible();
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.getByRole("region", { name: "Report" })).toBeVisible({ timeout: 20_000 });
  await page.getByRole("main").getByRole("link", { name: "My scenarios" }).click();
  await expect(page.getByRole("list", { name: "Your scenarios" }).getByRole("listitem")).toHaveCount(1);
});

/** Stores these drafts one after another; answers their ids. */
async function drafts(
  page: Page,
  site: string,
  changes: readonly Partial<DraftView["draft"]>[],
): Promise<string[]> {
  const ids: string[] = [];
  for (const change of changes) ids.push(await begunWith(page, site, api, change));
  return ids;
}

const shelf = (page: Page) => page.getByRole("list", { name: "Your scenarios" });
const shownTitles = (page: Page) => shelf(page).getByRole("heading", { level: 2 }).allTextContents();
const bar = (page: Page) => page.getByRole("toolbar", { name: "Selected scenarios" });

test("filters narrow the shelf down, stand in the address, and are taken away one by one", async ({
  page,
  site,
}) => {
  await drafts(page, site, [
    { title: "Anise", tags: ["sea", "slow burn"], rating: "mature" },
    { title: "Basil", tags: ["sea"], rating: "everyone" },
    { title: "Cumin", tags: [], setting: "A lighthouse keeper counts the herring." },
  ]);
  await open(page, `${site}/my-scenarios?sort=displayNameAsc`);
  await page.getByRole("button", { name: /^Filters/ }).click();
  const panel = page.getByRole("region", { name: "Filters" });
  await panel.getByRole("link", { name: "sea 2" }).click();
  await expect.poll(() => shownTitles(page)).toEqual(["Anise", "Basil"]);
  await panel.getByRole("link", { name: "Mature" }).click();
  await expect.poll(() => shownTitles(page)).toEqual(["Anise"]);
  await expect(page).toHaveURL(/rating=mature.*tag=sea/);
  expect(await serious(page)).toEqual([]);
  await page.reload();
  const used = page.getByRole("list", { name: "Filters in use" });
  await used.getByRole("link", { name: "Remove the filter sea" }).click();
  await used.getByRole("link", { name: "Remove the filter Mature" }).click();
  await expect.poll(() => shownTitles(page)).toEqual(["Anise", "Basil", "Cumin"]);
  await open(page, `${site}/my-scenarios?rating=notRated`);
  await expect.poll(() => shownTitles(page)).toEqual(["Cumin"]);
  await page.getByRole("searchbox").fill("herring");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/search=herring&rating=notRated|rating=notRated&search=herring/);
  await expect.poll(() => shownTitles(page)).toEqual(["Cumin"]);
  await open(page, `${site}/my-scenarios?origin=card`);
  await expect(page.getByRole("heading", { name: "No matching scenarios" })).toBeVisible();
});

test("many at once: a range is chosen, tagged, rated, exported, deleted and brought back", async ({
  page,
  site,
}) => {
  const ids = await drafts(
    page,
    site,
    ["Anise", "Basil", "Cumin", "Dill"].map((title) => ({ title, tags: ["herb"] })),
  );
  await open(page, `${site}/my-scenarios?sort=displayNameAsc`);
  await page.getByRole("button", { name: "Select", exact: true }).click();
  const items = shelf(page).getByRole("listitem");
  await items.nth(0).click();
  await items.nth(2).click({ modifiers: ["Shift"] });
  await expect(bar(page).getByText("3 selected")).toBeVisible();
  expect(await serious(page)).toEqual([]);

  await bar(page).getByRole("button", { name: "Tags" }).click();
  const tags = page.getByRole("dialog", { name: "Tags of 3 scenarios" });
  await tags.getByRole("combobox", { name: "Add a tag" }).fill("dried herbs");
  await page.keyboard.press("Enter");
  await tags.getByRole("button", { name: /^Remove herb/ }).click();
  await tags.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Tags of 3 scenarios changed.")).toBeVisible();
  const tagsOf = async (at: number) => (await storedDraft(api, ids[at] ?? "")).draft.tags;
  expect([await tagsOf(0), await tagsOf(3)]).toEqual([["dried herbs"], ["herb"]]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Tags of 3 scenarios changed back.")).toBeVisible();
  expect(await tagsOf(0)).toEqual(["herb"]);

  await page.getByRole("checkbox", { name: "Select “Dill”" }).check();
  await bar(page).getByRole("button", { name: "Rating" }).click();
  const rating = page.getByRole("dialog", { name: "Rate 4 scenarios" });
  await rating.getByRole("radio", { name: /^Mature/ }).check();
  await rating.getByRole("button", { name: "Rate" }).click();
  await expect(page.getByText("4 scenarios rated “Mature”.")).toBeVisible();
  expect((await storedDraft(api, ids[3] ?? "")).draft.rating).toBe("mature");

  // What was rated is still chosen.
  await expect(bar(page).getByText("4 selected")).toBeVisible();
  await expect(bar(page).getByRole("button", { name: "Withdraw" })).toHaveAttribute(
    "title",
    "None of these is published.",
  );
  const download = page.waitForEvent("download");
  await bar(page).getByRole("button", { name: "Export" }).click();
  expect((await download).suggestedFilename()).toBe("My scenarios.zip");

  await bar(page).getByRole("button", { name: "Select none" }).click();
  await items.nth(1).click();
  await bar(page).getByRole("button", { name: "Move to trash" }).click();
  await expect.poll(() => shownTitles(page)).toEqual(["Anise", "Cumin", "Dill"]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => shownTitles(page)).toEqual(["Anise", "Basil", "Cumin", "Dill"]);
});

test("a series is made, put in order by keys and by dragging, and deleted with a way back", async ({
  page,
  site,
}) => {
  await drafts(
    page,
    site,
    ["Anise", "Basil", "Cumin"].map((title) => ({ title })),
  );
  await open(page, `${site}/my-scenarios?view=series`);
  await page.getByRole("button", { name: "New series" }).click();
  await page.getByRole("textbox", { name: "Title" }).fill("Herbs");
  await page.getByRole("button", { name: "Add scenarios" }).click();
  const pick = page.getByRole("dialog", { name: "Add scenarios" });
  for (const title of ["Anise", "Basil", "Cumin"]) {
    await pick.getByRole("checkbox", { name: new RegExp(`^${title}`) }).check();
  }
  await pick.getByRole("button", { name: "Add 3 scenarios" }).click();
  const handle = (title: string) => page.getByRole("button", { name: new RegExp(`^Move ${title}, part`) });
  await handle("Cumin").press("Home");
  await expect(handle("Cumin")).toBeFocused();
  const above = await handle("Cumin").boundingBox();
  await handle("Basil").hover();
  await page.mouse.down();
  await page.mouse.move((above?.x ?? 0) + 10, (above?.y ?? 0) + 5, { steps: 8 });
  await page.mouse.up();
  expect(await serious(page)).toEqual([]);
  await page.getByRole("button", { name: "Create series" }).click();
  const parts = page.getByRole("list", { name: "Herbs" }).getByRole("link");
  await expect(parts).toHaveText(["Basil", "Cumin", "Anise"]);
  await page.reload();
  await hydrated(page);
  await expect(parts).toHaveText(["Basil", "Cumin", "Anise"]);
  await page.getByRole("button", { name: "Options for Herbs" }).click();
  await page.getByRole("menuitem", { name: "Delete series" }).click();
  await expect(page.getByRole("heading", { name: "No series yet" })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(parts).toHaveText(["Basil", "Cumin", "Anise"]);
});
