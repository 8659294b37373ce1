import { begun, storedDraft } from "./lib/drafts.ts";
import { fitsAndReads, serious } from "./lib/look.ts";
import { asPerson, newPerson, signInAs } from "./lib/people.ts";
import { expect, open, test } from "./lib/test.ts";

/** Publishing: what is refused is named while one still writes, readers see what was published, and it can be withdrawn. */

test.describe.configure({ timeout: 90_000 });

const COMPLETE = {
  language: "en",
  rating: "mature",
  contentNotes: { kind: "undisclosed" },
  origin: { kind: "mine" },
  setting: "Nobody but the model reads this.",
  actors: [{ id: "ida", name: "Ida", role: "Keeper", description: "She hides the key." }],
  openings: [{ id: "o1", title: "Dusk", text: "The lamp is lit.", speaker: "ida" }],
};

test("an author publishes, a stranger reads it, and what is withdrawn is gone", async ({
  page,
  site,
  browser,
  problems,
}) => {
  problems.allow(/410/);
  const author = await newPerson("author");
  const api = await asPerson(author);
  await signInAs(page, author);
  const id = await begun(page, site, "The salt lamp");
  await open(page, `${site}/my-scenarios/${id}?part=publish`);
  await expect(page.getByRole("list", { name: "What is missing" })).toContainText("Add an actor.");
  await expect(page.getByRole("button", { name: "Publish" })).toHaveAttribute("aria-disabled", "true");

  const { version, draft } = await storedDraft(api, id);
  const grown = { ...COMPLETE, actors: [{ ...COMPLETE.actors[0], description: "She is 16 years old." }] };
  await api("PUT", `/scenarios/scenario/${id}?version=${version}`, {
    ...draft,
    ...grown,
    rating: "explicit",
  });
  await page.reload();
  const refused = page.getByRole("list", { name: "What can’t be public or unlisted" });
  await expect(refused).toContainText("She is 16 years old.");
  await fitsAndReads(page);
  expect(await serious(page)).toEqual([]);
  await expect(page.getByRole("radio", { name: /^Private/ })).toBeEnabled();

  const known = await storedDraft(api, id);
  await api("PUT", `/scenarios/scenario/${id}?version=${known.version}`, { ...known.draft, ...COMPLETE });
  await page.reload();
  await expect(page.getByRole("list", { name: "What is missing" })).toHaveCount(0);
  await page.getByRole("radio", { name: /^Unlisted/ }).check();
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByText("Anyone with the link can read and play it.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Published" })).toBeVisible();

  const visitor = await browser.newContext();
  const reading = await visitor.newPage();
  expect((await reading.goto(`${site}/scenario/${id}`))?.status()).toBe(200);
  await expect(reading.getByRole("heading", { level: 1, name: "The salt lamp" })).toBeVisible();
  await expect(reading.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");
  const source = await reading.content();
  for (const secret of ["Nobody but the model", "hides the key"]) expect(source).not.toContain(secret);

  await page.getByRole("button", { name: "Withdraw" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Withdraw" }).click();
  await expect(page.getByText("Only you can see and play it.").first()).toBeVisible();
  expect((await reading.goto(`${site}/scenario/${id}`))?.status()).toBe(410);
  await visitor.close();
});
