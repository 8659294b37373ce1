import { begun, field, idIn, saved, storedDraft } from "./lib/drafts.ts";
import { serious } from "./lib/look.ts";
import { asPerson, newPerson, signInAs } from "./lib/people.ts";
import { expect, open, test } from "./lib/test.ts";

/** My scenarios: found and sorted, cards that come in, the trash. */

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

test("a card is imported with a report, and becomes a draft", async ({ page, site, problems }) => {
  problems.allow(/422/);
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
  await expect(
    dialog.getByText("This file can’t be read: it isn’t valid JSON at line 1, column 5."),
  ).toBeVisible();
  await dialog.getByLabel(/File/).setInputFiles({
    name: "odalys.json",
    mimeType: "application/json",
    buffer: Buffer.from(JSON.stringify(CARD)),
  });
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  const report = page.getByRole("dialog", { name: "Imported" });
  await expect(
    report.getByRole("list", { name: "Import report" }).getByRole("listitem").first(),
  ).toBeVisible();
  expect(await serious(page)).toEqual([]);
  await report.getByRole("link", { name: "Open the draft" }).click();
  await expect(page).toHaveURL(/\/my-scenarios\/[\w-]+$/);
  await expect(field(page, "Title")).not.toHaveValue("");
  const [actor] = (await storedDraft(api, idIn(page))).draft.actors;
  expect(actor).toMatchObject({ name: "Odalys", personality: "Apologises to doors." });
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
  await page.getByRole("dialog", { name: "Imported" }).getByRole("button", { name: "Close" }).last().click();
  await expect(page.getByRole("list", { name: "Your scenarios" }).getByRole("listitem")).toHaveCount(1);
});
