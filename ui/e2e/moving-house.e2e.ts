import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page, type Route } from "@playwright/test";
import { cardV2, jsonFile, pngFile, worldInfo } from "./lib/cardFiles.ts";
import { begun, saved, storedDraft } from "./lib/drafts.ts";
import { fitsAndReads, serious } from "./lib/look.ts";
import { asPerson, newPerson, signInAs } from "./lib/people.ts";
import { open, settled, test } from "./lib/test.ts";

/** Moving house: somebody brings a folder of what they wrote elsewhere, and what they find afterwards. */

interface Mine {
  results: { id: string; displayName: string }[];
}

let api: Awaited<ReturnType<typeof asPerson>>;
let folder: string;

test.describe.configure({ timeout: 120_000 });

test.beforeEach(async ({ page }) => {
  const person = await newPerson("mover");
  api = await asPerson(person);
  await signInAs(page, person);
  folder = join(await mkdtemp(join(tmpdir(), "dramatis-cards-")), "Tavern");
});

test.afterEach(() => rm(join(folder, ".."), { recursive: true, force: true }));

/** Puts files into the folder, by their paths in it. */
async function put(files: Readonly<Record<string, Buffer | string>>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    const at = join(folder, path);
    await mkdir(join(at, ".."), { recursive: true });
    await writeFile(at, content);
  }
}

const pngCard = (name: string) => pngFile(cardV2(name), [40, 70, 110]);

/** The folder that somebody brings: cards in pictures and as JSON, a book, two damaged files, one twice. */
async function furnish(): Promise<void> {
  const odalys = jsonFile(cardV2("Odalys"));
  const whole = pngCard("Torn");
  await put({
    "Ida.png": pngCard("Ida"),
    "Imre.png": pngCard("Imre"),
    "friends/Wren.png": pngCard("Wren"),
    "friends/Odalys.json": odalys,
    "friends/Odalys again.json": odalys,
    "friends/Bea.json": jsonFile(cardV2("Bea")),
    "world/Harbour.json": jsonFile(worldInfo("Harbour", ["pier", "lamp"])),
    "damaged/Torn.png": whole.subarray(0, whole.length / 3),
    "damaged/no card.json": "[1, 2",
    "notes.txt": "Not a card.",
    ".DS_Store": "x",
  });
}

/** How many of them are sent. */
const SENT = 9;

const folderField = (page: Page, within: string) =>
  page.locator(`${within} label`, { hasText: /folder/ }).locator("input");

/** Chooses the folder in the dialog of the shelf, and begins. */
async function begin(page: Page, site: string, count: number): Promise<void> {
  await open(page, `${site}/my-scenarios`);
  await page.getByRole("button", { name: "Import cards" }).click();
  await expect(page.getByRole("dialog", { name: "Import cards" })).toBeVisible();
  await folderField(page, "dialog").setInputFiles(folder);
  await page.getByRole("button", { name: `Import ${count} files` }).click();
  await expect(page).toHaveURL(/\/my-scenarios\/imports\/[\w-]+$/);
  await expect(page.getByRole("heading", { level: 1, name: "Tavern" })).toBeVisible();
}

const finished = (page: Page) =>
  expect(page.getByText("Finished", { exact: true })).toBeVisible({ timeout: 60_000 });

const titles = async () =>
  (await api<Mine>("GET", "/scenarios/my?limit=100")).results
    .map(({ displayName }) => displayName)
    .toSorted();

const FILES = /\/scenarios\/imports\/[\w-]+\/files\?/;

test("a folder is imported though the page is closed on the way; one bad file stops nothing", async ({
  page,
  site,
  problems,
}) => {
  // The line is cut on purpose.
  problems.allow(/ERR_FAILED|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION/);
  page.on("dialog", (dialog) => void dialog.accept());
  await furnish();

  let passing = 3;
  const cut = async (route: Route) => {
    if (route.request().method() !== "POST") return route.fallback();
    passing -= 1;
    return passing >= 0 ? route.fallback() : route.abort();
  };
  await page.route(FILES, cut);
  await open(page, `${site}/my-scenarios`);
  await page.getByRole("button", { name: "Import cards" }).click();
  await folderField(page, "dialog").setInputFiles(folder);
  await page.getByText("1 file left out").click();
  await expect(page.getByText("notes.txt")).toBeVisible();
  expect(await serious(page)).toEqual([]);
  await page.getByRole("button", { name: `Import ${SENT} files` }).click();
  await expect(page.getByRole("heading", { name: "Sending is paused" })).toBeVisible();
  await settled(page);
  await fitsAndReads(page, "sending");

  // The shelf leads back to it.
  await page.getByRole("link", { name: "My scenarios", exact: true }).first().click();
  await page.getByRole("list", { name: "Imports" }).getByRole("link", { name: "Tavern" }).click();
  await expect(page.getByRole("heading", { name: "Sending is paused" })).toBeVisible();

  await page.reload();
  await expect(page.getByRole("heading", { name: `Choose ${SENT - 3} files again` })).toBeVisible();
  await fitsAndReads(page, "files that are missing");
  await page.unroute(FILES, cut);
  await folderField(page, "main").setInputFiles(folder);
  await finished(page);
  await expect(page.getByText("6 files imported, 1 skipped and 2 failed.")).toBeVisible();
  expect(await titles()).toEqual(["Bea", "Harbour", "Ida", "Imre", "Odalys", "Wren"]);
  await fitsAndReads(page, "a finished import");

  // Each failure says why.
  await page.getByRole("link", { name: /^Failed/ }).click();
  const failed = page.getByRole("list", { name: "Failed" }).getByRole("listitem");
  await expect(failed).toHaveCount(2);
  await expect(failed.filter({ hasText: "no card.json" })).toContainText("it isn’t valid JSON");
  await expect(failed.filter({ hasText: "Torn.png" })).toContainText(/Torn\.png.*\w{3,}.*\./s);

  // A file's report, and the card in the editor.
  await page.getByRole("link", { name: /^All files/ }).click();
  await page.getByRole("button", { name: "Report of friends/Wren.png" }).click();
  const report = page.getByRole("dialog", { name: "Wren" });
  await expect(
    report.getByRole("region", { name: "What arrived" }).getByText(/^The draft has/),
  ).toBeVisible();
  expect(await serious(page)).toEqual([]);
  await report.getByRole("link", { name: "Open the draft" }).click();
  await expect(page.getByLabel("Title", { exact: true })).toHaveValue("Wren");
  const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const { actors } = (await storedDraft(api, id)).draft;
  expect(actors).toMatchObject([{ name: "Wren", personality: "Apologises to doors." }]);
  expect(actors[0]?.portrait).not.toBeNull();
});

test("the same folder again imports nothing twice; another version of a card becomes the draft of its scenario", async ({
  page,
  site,
}) => {
  await put({ "Ida.png": pngCard("Ida"), "Odalys.json": jsonFile(cardV2("Odalys")) });
  await begin(page, site, 2);
  await finished(page);
  await put({ "Odalys.json": jsonFile(cardV2("Odalys", { personality: "Greets every door." })) });
  await begin(page, site, 2);
  await expect(page.getByRole("heading", { name: "Another version of a card you have" })).toBeVisible({
    timeout: 60_000,
  });
  await settled(page);
  await fitsAndReads(page, "the question about a card that is there already");
  await page.getByRole("radio", { name: /^Update my scenario/ }).check();
  await page.getByRole("button", { name: "Continue" }).click();
  await finished(page);
  await expect(page.getByText("1 scenario updated and 1 skipped.")).toBeVisible();
  expect(await titles()).toEqual(["Ida", "Odalys"]);
  const { results } = await api<Mine>("GET", "/scenarios/my");
  const odalys = results.find(({ displayName }) => displayName === "Odalys");
  const { draft } = await storedDraft(api, odalys?.id ?? "");
  expect(draft.actors[0]?.personality).toBe("Greets every door.");
});

/** Chooses one file in the dialog of the shelf, and begins. */
async function beginOne(page: Page, site: string, name: string, buffer: Buffer): Promise<void> {
  await open(page, `${site}/my-scenarios`);
  await page.getByRole("button", { name: "Import cards" }).click();
  const dialog = page.getByRole("dialog", { name: "Import cards" });
  await dialog.getByLabel(/Choose files/).setInputFiles({ name, mimeType: "application/json", buffer });
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
}

test("a single file of a card that is there is asked about, and both are kept", async ({ page, site }) => {
  await beginOne(page, site, "Ida.json", jsonFile(cardV2("Ida")));
  await expect(page.getByRole("region", { name: "Report" })).toBeVisible({ timeout: 60_000 });
  const other = jsonFile(cardV2("Ida", { personality: "Greets every door." }));
  await beginOne(page, site, "Ida older.json", other);
  await expect(page.getByRole("heading", { name: "Another version of a card you have" })).toBeVisible({
    timeout: 60_000,
  });
  expect(await titles()).toEqual(["Ida"]);
  await page.getByRole("button", { name: "Continue" }).click();
  await finished(page);
  await page.getByRole("link", { name: "Open the draft" }).click();
  await expect(page.getByLabel("Title", { exact: true })).toHaveValue("Ida");
  expect(await titles()).toEqual(["Ida", "Ida"]);
});

test("an import that was stopped keeps what it brought, and is gone", async ({ page, site, problems }) => {
  // Its page and its uploads find it gone.
  problems.allow(/404/);
  await put({ "Ida.png": pngCard("Ida"), "Imre.png": pngCard("Imre") });
  const held: Route[] = [];
  await page.route(FILES, (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    held.push(route);
    return undefined;
  });
  await begin(page, site, 2);
  await expect.poll(() => held.length).toBe(2);
  const address = page.url();
  await page.getByRole("button", { name: "Stop the import" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Stop the import" }).click();
  await expect(page).toHaveURL(/\/my-scenarios$/);
  await expect(page.getByRole("list", { name: "Imports" })).toHaveCount(0);
  await open(page, address);
  await expect(page.getByRole("heading", { name: "No such import" })).toBeVisible();
  await open(page, `${site}/my-scenarios/imports/nobody-began-this`);
  await expect(page.getByRole("heading", { name: "No such import" })).toBeVisible();
});

test("a lorebook file becomes a book of the draft, in one step that can be undone", async ({
  page,
  site,
}) => {
  const id = await begun(page, site, "Fog");
  await open(page, `${site}/my-scenarios/${id}?part=lore`);
  await page.getByLabel("Import a lorebook").setInputFiles({
    name: "harbour.json",
    mimeType: "application/json",
    buffer: jsonFile(worldInfo("Harbour", ["pier", "lamp"])),
  });
  const dialog = page.getByRole("dialog", { name: "Import “Harbour”" });
  await expect(dialog.getByText("The lorebook has 2 entries.")).toBeVisible();
  expect(await serious(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Harbour" })).toBeVisible();
  await saved(page);
  const books = async () =>
    ((await storedDraft(api, id)).draft as unknown as { lorebooks: { book: { name: string } }[] }).lorebooks;
  expect((await books()).map(({ book }) => book.name)).toEqual(["Harbour"]);
  await page.getByRole("button", { name: /^Undo/ }).click();
  await expect(page.getByRole("heading", { name: "Harbour" })).toHaveCount(0);
  await expect.poll(books).toEqual([]);
});
