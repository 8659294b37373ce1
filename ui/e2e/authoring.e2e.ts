import type { Page } from "@playwright/test";
import { fitsAndReads, serious } from "./lib/look.ts";
import { asPerson, newPerson, type Person, signInAs } from "./lib/people.ts";
import { themes } from "./lib/screens.ts";
import { expect, open, settled, test, useTheme } from "./lib/test.ts";

/** The writers' room: a scenario is written on a phone, through a lost line, a closed page and a second one; cards come in; the trash. */

interface DraftView {
  id: string;
  version: number;
  missing: { field: string }[];
  draft: {
    title: string;
    tagline: string;
    setting: string;
    rating: string | null;
    tags: string[];
    actors: { id: string; name: string; personality: string; portrait: { key: string } | null }[];
    openings: { text: string; speaker: string | null }[];
  };
}

let person: Person;
let api: Awaited<ReturnType<typeof asPerson>>;

test.describe.configure({ timeout: 120_000 });

test.beforeEach(async ({ page }) => {
  person = await newPerson("author");
  api = await asPerson(person);
  await signInAs(page, person);
});

const PHONE = { width: 390, height: 844 };

const draftOf = (id: string) => api<DraftView>("GET", `/scenarios/scenario/${id}/draft`);
const idIn = (page: Page) => new URL(page.url()).pathname.split("/").at(-1) ?? "";
const saved = (page: Page) => expect(page.locator("[data-save]")).toHaveAttribute("data-save", "saved");
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

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

/** A draft of this title, open in the editor. */
async function begun(page: Page, site: string, title: string): Promise<string> {
  await open(page, `${site}/my-scenarios/new`);
  await field(page, "Title").fill(title);
  await saved(page);
  return idIn(page);
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

  // The page is gone before the line is back; a second device has edited another field meanwhile.
  const { version, draft } = await draftOf(id);
  expect(draft.actors).toEqual([]);
  await page.close({ runBeforeUnload: false });
  await api("PUT", `/scenarios/scenario/${id}?version=${version}`, {
    ...draft,
    tagline: "From the other device",
  });
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

test("screenshots", async ({ page, site }) => {
  await begun(page, site, "The lamplighter’s last round");
  await settled(page);
  const shot = async (name: string) => {
    for (const [width, height] of [
      [390, 844],
      [768, 1024],
      [1280, 800],
      [1920, 1080],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.waitForTimeout(150);
      await page.screenshot({ path: `/tmp/shots/${name}-${width}.png`, fullPage: width !== 1920 });
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  };
  await shot("basics");
  const id = idIn(page);
  await open(page, `${site}/my-scenarios/${id}?part=actors`);
  await page.getByRole("button", { name: "Add an actor" }).click();
  await field(page, "Name").fill("Imre");
  await field(page, "Role in the story").fill("The lamplighter");
  await shot("actor");
  await page.getByRole("link", { name: "All actors" }).click();
  await shot("actors");
  for (const name of ["openings", "images", "check"]) {
    await open(page, `${site}/my-scenarios/${id}?part=${name}`);
    await shot(name);
  }
  await open(page, `${site}/my-scenarios`);
  await shot("shelf");
});
