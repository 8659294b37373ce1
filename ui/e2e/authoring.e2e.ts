import type { Page } from "@playwright/test";
import { begun, type DraftView, field, idIn, saved, storedDraft } from "./lib/drafts.ts";
import { fitsAndReads, serious } from "./lib/look.ts";
import { asPerson, newPerson, type Person, signInAs } from "./lib/people.ts";
import { themes } from "./lib/screens.ts";
import { expect, open, settled, test, useTheme } from "./lib/test.ts";

/** The editor: a scenario is written through a lost line, a closed page and a second one; every step can be taken back. */

let person: Person;
let api: Awaited<ReturnType<typeof asPerson>>;

test.describe.configure({ timeout: 120_000 });

test.beforeEach(async ({ page }) => {
  person = await newPerson("author");
  api = await asPerson(person);
  await signInAs(page, person);
});

const PHONE = { width: 390, height: 844 };

const draftOf = (id: string) => storedDraft(api, id);
/** Goes to another part by the list that a phone has. */
async function part(page: Page, name: string): Promise<void> {
  const list = page.getByLabel("Part of the scenario");
  const option = list.locator("option", { hasText: name });
  await list.selectOption((await option.getAttribute("value")) ?? "");
  await expect(page.getByRole("heading", { level: 2, name })).toBeVisible();
}

async function addActor(page: Page, name: string, personality: string): Promise<void> {
  await part(page, "Actors");
  await page.getByRole("button", { name: "Add an actor" }).click();
  await field(page, "Name").fill(name);
  await field(page, "Personality").fill(personality);
}

test("a first scenario on a phone: the line drops, the page is closed, a second one edits; not a word is lost", async ({
  page,
  site,
  context,
  problems,
}) => {
  problems.allow(/ERR_INTERNET_DISCONNECTED/);
  await page.setViewportSize(PHONE);
  await open(page, `${site}/my-scenarios`);
  await page.getByRole("link", { name: "Write your first scenario" }).click();
  await field(page, "Title").pressSequentially("The lamplighter’s last round");
  await expect(page).toHaveURL(/\/my-scenarios\/(?!new)[\w-]+$/);
  await expect(field(page, "Title")).toBeFocused();
  await saved(page);
  const id = idIn(page);

  // The line drops while somebody writes.
  await context.setOffline(true);
  await addActor(page, "Imre", "Counts his coins twice.");
  await addActor(page, "Odalys", "Never sits with her back to a window.");
  await expect(page.locator("[data-save]")).toHaveText("Not saved: offline, will try again");

  // A second device edits another field, and the page is gone before the line is back. It closes after the other edit:
  // what a page sends while it closes is not held back by the browser's offline mode.
  const { version, draft } = await draftOf(id);
  expect(draft.actors).toEqual([]);
  await api("PUT", `/scenarios/scenario/${id}?version=${version}`, {
    ...draft,
    tagline: "From the other device",
  });
  await page.close({ runBeforeUnload: false });
  await context.setOffline(false);

  const second = await context.newPage();
  await second.setViewportSize(PHONE);
  await open(second, `${site}/my-scenarios/${id}`);
  await expect(second.getByText("Changes that weren’t saved last time were put back.")).toBeVisible();
  await expect(field(second, "Tagline")).toHaveValue("From the other device");
  await addActor(second, "Vera", "Laughs before bad news.");
  await part(second, "Openings");
  await second.getByRole("button", { name: "Add an opening" }).click();
  await field(second, "Text").fill("The last lamp goes out by itself.");
  await saved(second);

  const after = (await draftOf(id)).draft;
  expect(after).toMatchObject({
    title: "The lamplighter’s last round",
    tagline: "From the other device",
    actors: [
      { name: "Imre", personality: "Counts his coins twice." },
      { name: "Odalys", personality: "Never sits with her back to a window." },
      { name: "Vera", personality: "Laughs before bad news." },
    ],
  });
  expect(after.openings).toMatchObject([
    { text: "The last lamp goes out by itself.", speaker: after.actors[0]?.id },
  ]);
});

test("two pages at the same time: other fields are merged, the same text is chosen by a person", async ({
  page,
  site,
  context,
  problems,
}) => {
  problems.allow(/412/);
  const id = await begun(page, site, "Fog");
  const other = await context.newPage();
  await open(other, `${site}/my-scenarios/${id}`);
  await expect(field(other, "Title")).toHaveValue("Fog");

  await field(page, "Tagline").fill("The sea takes its time.");
  await field(other, "Description").fill("For readers who like to wait.");
  await Promise.all([saved(page), saved(other)]);
  await expect(field(other, "Tagline")).toHaveValue("The sea takes its time.");
  await expect
    .poll(async () => (await draftOf(id)).draft)
    .toMatchObject({ tagline: "The sea takes its time.", description: "For readers who like to wait." });

  await field(page, "Title").fill("Fog over the pier");
  await saved(page);
  await field(other, "Title").fill("Fog in the harbour");
  const question = other.getByRole("dialog", { name: "Title" });
  const choose = other.getByRole("button", { name: "Choose what it should say" });
  await expect(choose).toBeVisible();
  // Nobody who types is interrupted.
  await expect(field(other, "Title")).toBeFocused();
  await choose.click();
  await expect(question.getByText("Fog in the harbour")).toBeVisible();
  await expect(question.getByText("Fog over the pier")).toBeVisible();
  // Undecided, nothing is saved and nothing is lost, also by a reload.
  await question.getByRole("button", { name: "Decide later" }).click();
  await expect(other.locator("[data-save]")).toHaveAttribute("data-save", "conflict");
  await other.reload();
  await choose.click();
  await expect(question.getByText("Fog in the harbour")).toBeVisible();
  expect((await draftOf(id)).draft.title).toBe("Fog over the pier");
  // A title has one line: two of them can't stand one after the other.
  await expect(question.getByRole("radio")).toHaveCount(2);
  expect(await serious(other)).toEqual([]);
  await question.getByRole("radio", { name: /^What you wrote here/ }).check();
  await question.getByRole("button", { name: "Use this" }).click();
  await saved(other);
  expect((await draftOf(id)).draft.title).toBe("Fog in the harbour");
});

test("steps are taken back after a reload, by keys and by buttons", async ({ page, site }) => {
  const id = await begun(page, site, "Fog");
  await field(page, "Tagline").fill("The sea takes its time.");
  await page.getByRole("radio", { name: /^Mature/ }).check();
  await saved(page);
  await open(page, `${site}/my-scenarios/${id}`);
  await expect(page.getByRole("radio", { name: /^Mature/ })).toBeChecked();
  await page.getByRole("button", { name: /^Undo/ }).click();
  await expect(page.getByRole("radio", { name: /^Mature/ })).not.toBeChecked();
  await expect(page.getByText("Undone: Age rating")).toBeVisible();
  // In a field, what was done in this field.
  await field(page, "Tagline").focus();
  await page.keyboard.press("Control+z");
  await expect(field(page, "Tagline")).toHaveValue("");
  await page.keyboard.press("Control+z");
  await expect(page.getByText("Nothing more to undo in this field.")).toBeVisible();
  await expect(field(page, "Title")).toHaveValue("Fog");
  await page.keyboard.press("Control+Shift+z");
  await expect(field(page, "Tagline")).toHaveValue("The sea takes its time.");
  await saved(page);
  expect((await draftOf(id)).draft).toMatchObject({ tagline: "The sea takes its time.", rating: null });

  // What a step changes is brought into view.
  await open(page, `${site}/my-scenarios/${id}?part=setting`);
  await page.getByRole("button", { name: /^Undo/ }).click();
  await expect(field(page, "Tagline")).toHaveValue("");
});

test("a removed actor comes back with everything, and the openings they speak", async ({ page, site }) => {
  const id = await begun(page, site, "Fog");
  await open(page, `${site}/my-scenarios/${id}?part=actors`);
  for (const name of ["Imre", "Odalys"]) {
    await page.getByRole("button", { name: "Add an actor" }).click();
    await field(page, "Name").fill(name);
    await page.getByRole("link", { name: "All actors" }).click();
  }
  const cast = page.getByRole("list", { name: "Actors", exact: true }).getByRole("listitem");
  await page.getByRole("button", { name: "Move Odalys up" }).press("Enter");
  await expect(cast).toContainText(["Odalys", "Imre"]);
  await page.getByRole("button", { name: "Remove Imre" }).click();
  await expect(cast).toHaveCount(1);
  await page.keyboard.press("Control+z");
  await expect(cast).toContainText(["Odalys", "Imre"]);
  await saved(page);
  expect((await draftOf(id)).draft.actors.map(({ name }) => name)).toEqual(["Odalys", "Imre"]);
});

test("a name is changed everywhere, a word is replaced, and one step takes each back", async ({
  page,
  site,
}) => {
  const id = await begun(page, site, "Imre waits");
  await open(page, `${site}/my-scenarios/${id}?part=actors`);
  await page.getByRole("button", { name: "Add an actor" }).click();
  await field(page, "Name").fill("Imre");
  await field(page, "Personality").fill("Imre counts his coins.");
  await page.getByRole("button", { name: "Rename Imre everywhere" }).click();
  const rename = page.getByRole("dialog", { name: "Rename Imre" });
  await rename.getByRole("textbox").fill("Bela");
  await rename.getByRole("button", { name: "Rename everywhere" }).click();
  await expect(field(page, "Personality")).toHaveValue("Bela counts his coins.");
  await saved(page);
  expect((await draftOf(id)).draft).toMatchObject({ title: "Bela waits", actors: [{ name: "Bela" }] });

  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Find and replace" }).click();
  const find = page.getByRole("dialog", { name: "Find and replace" });
  await find.getByLabel("Find", { exact: true }).fill("coins");
  await find.getByLabel("Replace with").fill("keys");
  await find.getByRole("button", { name: /^Replace all/ }).click();
  await find.getByRole("button", { name: "Close" }).click();
  await expect(field(page, "Personality")).toHaveValue("Bela counts his keys.");
  await page.keyboard.press("Control+z");
  await expect(field(page, "Personality")).toHaveValue("Bela counts his coins.");
  await page.keyboard.press("Control+z");
  await expect(field(page, "Personality")).toHaveValue("Imre counts his coins.");
  await saved(page);
  expect((await draftOf(id)).draft).toMatchObject({ title: "Imre waits", actors: [{ name: "Imre" }] });
});

test("a lorebook is saved with the scenario, and survives a reload", async ({ page, site }) => {
  const id = await begun(page, site, "Fog");
  await open(page, `${site}/my-scenarios/${id}?part=lore`);
  await page.getByRole("button", { name: "New lorebook" }).click();
  await saved(page);
  await page.reload();
  await expect(page.getByRole("button", { name: "New lorebook" })).toBeVisible();
  const { lorebooks } = (await draftOf(id)).draft as unknown as { lorebooks: unknown[] };
  expect(lorebooks).toHaveLength(1);
  await page.keyboard.press("Control+z");
  await saved(page);
  await expect
    .poll(async () => ((await draftOf(id)).draft as unknown as { lorebooks: unknown[] }).lorebooks)
    .toEqual([]);
});

test("a refused field is marked, keeps its text, and everything else is saved", async ({
  page,
  site,
  problems,
}) => {
  problems.allow(/422/);
  const id = await begun(page, site, "Fog");
  await page.getByRole("radio", { name: "Somebody else’s, with permission" }).check();
  const from = field(page, "Whose, and where they gave permission");
  // It is marked once it was left empty.
  await from.focus();
  await field(page, "Tagline").fill("The sea takes its time.");
  await expect(page.locator("[data-save]")).toHaveAttribute("data-save", "refused");
  await expect.poll(async () => (await draftOf(id)).draft.tagline).toBe("The sea takes its time.");
  await expect(from).toHaveAttribute("aria-invalid", "true");
  // From another part a link leads back to it.
  await page.getByRole("link", { name: "Setting", exact: true }).click();
  await page.getByRole("button", { name: "Whose work it is" }).click();
  await expect(from).toBeFocused();
  await from.fill("Ada Marlowe, by e-mail");
  await saved(page);
  expect((await draftOf(id)).draft).toMatchObject({
    origin: { kind: "permission", from: "Ada Marlowe, by e-mail" },
  });
});

test("what is missing leads to its field, and goes as it is filled in", async ({ page, site }) => {
  const id = await begun(page, site, "Fog");
  await open(page, `${site}/my-scenarios/${id}?part=publish`);
  const missing = page.getByRole("list", { name: "What is missing" });
  await missing.getByRole("button", { name: /Choose the language/ }).click();
  await expect(field(page, "Language")).toBeFocused();
  await field(page, "Language").selectOption({ label: "English" });
  await page.getByRole("radio", { name: /^Everyone/ }).check();
  await page.getByRole("radio", { name: "Say what it contains" }).check();
  await page.getByRole("button", { name: "Death of somebody close" }).click();
  await page.getByRole("radio", { name: "My own" }).check();
  await page.getByRole("combobox", { name: "Add a tag" }).fill("a tag that nobody has made");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Remove a tag that nobody has made" })).toBeVisible();
  await page.goBack();
  await expect(missing.getByRole("button")).toHaveCount(2);
  await missing.getByRole("button", { name: /Add an actor/ }).click();
  await expect(page.getByRole("heading", { level: 2, name: "Actors" })).toBeVisible();
  const { draft, missing: left } = await draftOf(id);
  expect(draft.tags).toEqual(["a tag that nobody has made"]);
  expect(left.map(({ field: at }) => at)).toEqual(["/actors", "/openings"]);
});

/** A picture of 40 by 20 dots, made in the page. */
async function picture(page: Page): Promise<Buffer> {
  const data = await page.evaluate(() => {
    const canvas = document.createElement("canvas");
    canvas.width = 400;
    canvas.height = 200;
    const pen = canvas.getContext("2d");
    pen?.fillRect(0, 0, 200, 200);
    return canvas.toDataURL("image/png").split(",")[1] ?? "";
  });
  return Buffer.from(data, "base64");
}

test("pictures: turned down in words, uploaded, cropped and described by keys, removed and restored", async ({
  page,
  site,
}) => {
  const id = await begun(page, site, "Fog");
  await open(page, `${site}/my-scenarios/${id}?part=images`);
  const file = page.getByLabel("Cover: file");
  await file.setInputFiles({ name: "a.svg", mimeType: "image/svg+xml", buffer: Buffer.from("<svg/>") });
  await expect(
    page.getByText("Invalid file type. Please upload a JPEG, PNG, GIF, WebP, or BMP image."),
  ).toBeVisible();
  const big = Buffer.alloc(10_485_761);
  await file.setInputFiles({ name: "a.png", mimeType: "image/png", buffer: big });
  await expect(page.getByText("File too large (max 10 MB)")).toBeVisible();
  await file.setInputFiles({ name: "a.png", mimeType: "image/png", buffer: await picture(page) });
  await page.getByRole("button", { name: "Crop and describe: Cover" }).click();
  const dialog = page.getByRole("dialog", { name: "Cover" });
  await dialog.getByRole("button", { name: /^Part that is shown/ }).focus();
  await page.keyboard.press("ArrowRight");
  await dialog.getByRole("button", { name: "Focus point" }).click();
  await dialog.getByRole("button", { name: /^Focus point:/ }).focus();
  await page.keyboard.press("ArrowUp");
  await dialog.getByLabel("Alternative text").fill("Fog over a pier");
  expect(await serious(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Done" }).click();
  await saved(page);
  const cover = async () => (await draftOf(id)).draft as unknown as { cover: Record<string, unknown> | null };
  expect((await cover()).cover).toMatchObject({
    alt: "Fog over a pier",
    focus: { x: 0.5, y: 0.48 },
    crop: { y: 0, height: 1 },
  });
  await page.getByRole("button", { name: "Remove: Cover" }).click();
  await saved(page);
  await page.keyboard.press("Control+z");
  await expect.poll(async () => (await cover()).cover?.alt).toBe("Fog over a pier");
});

test("an actor’s picture is named after its file, described, put into a text, and readers would see it there", async ({
  page,
  site,
}) => {
  const id = await begun(page, site, "Fog");
  await open(page, `${site}/my-scenarios/${id}?part=actors`);
  await page.getByRole("button", { name: "Add an actor" }).click();
  await field(page, "Name").fill("Imre");
  const file = { name: "pier.png", mimeType: "image/png", buffer: await picture(page) };
  await page.getByLabel("Pictures: files").setInputFiles(file);
  await page.getByRole("button", { name: /^pier In no text/ }).click();
  await expect(page.getByText("{{img::pier}}", { exact: true })).toBeVisible();
  await page.getByLabel("Alternative text").fill("Fog over a pier");
  await saved(page);
  await page.getByRole("link", { name: "Basics", exact: true }).click();
  await field(page, "Description").fill("It begins here.\n{{img::pier}}");
  await saved(page);
  await page.getByRole("link", { name: "Imre", exact: true }).click();
  await expect(page.getByRole("button", { name: /^pier Shown in 1 place/ })).toBeVisible();
  await page.getByRole("link", { name: "See as a reader", exact: true }).click();
  const phone = page.frameLocator("iframe");
  await expect(phone.getByRole("heading", { level: 1, name: "Fog" })).toBeVisible();
  const shown = phone.getByRole("img", { name: "Fog over a pier" });
  // It is fetched once it is near the part of the page that is in view.
  await shown.evaluate((image) => image.scrollIntoView());
  await expect(shown).toBeVisible();
});

for (const theme of themes) {
  test(`every part fits and reads, ${theme}`, async ({ page, site }) => {
    await useTheme(page, theme);
    const { id, version, draft } = await api<DraftView>(
      "GET",
      `/scenarios/scenario/${await begun(page, site, "Donaudampfschifffahrtsgesellschaftskapitänsmütze")}/draft`,
    );
    const actor = {
      id: "a",
      name: "Odalys Featherstonehaugh-Marlowe-Cholmondeley",
      expressions: [{ name: "joy" }],
    };
    const opening = { id: "o", text: "The last lamp goes out by itself.", speaker: "a" };
    await api("PUT", `/scenarios/scenario/${id}?version=${version}`, {
      ...draft,
      actors: [actor],
      openings: [opening],
      contentNotes: { kind: "listed", notes: ["death"] },
      origin: { kind: "fork", of: "sc1" },
    });
    const places = ["", "?part=setting", "?part=actors", "?part=actors&item=a", "?part=openings"];
    const others = ["?part=openings&item=o", "?part=player", "?part=lore", "?part=images", "?part=preview"];
    for (const place of [...places, ...others, "?part=publish"]) {
      await open(page, `${site}/my-scenarios/${id}${place}`);
      await settled(page);
      await expect(page.locator("h1"), place).toHaveCount(1);
      await fitsAndReads(page, place);
    }
  });
}
