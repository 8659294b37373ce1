import { cardLinks } from "./lib/cards.ts";
import { overflow, serious } from "./lib/look.ts";
import { emailTo, mailedLink } from "./lib/mail.ts";
import { authenticatorCode, newPerson, type Person, signInAs } from "./lib/people.ts";
import { themes } from "./lib/screens.ts";
import { servers } from "./lib/setup.ts";
import { expect, keeps, open, settled, test, useTheme } from "./lib/test.ts";

/** Somebody sets up what is theirs: name, personas, what they see, how they sign in; and says what they think of a scenario. */

const PARTS = ["you", "personas", "content", "display", "security", "data"] as const;

const profile = (part: (typeof PARTS)[number]) =>
  `${servers().site}/profile${part === "you" ? "" : `?section=${part}`}`;

let person: Person;

test.beforeEach(async ({ page }) => {
  person = await newPerson();
  await signInAs(page, person);
});

for (const theme of themes) {
  test(`every part fits and is accessible, ${theme}`, async ({ page }) => {
    await useTheme(page, theme);
    for (const part of PARTS) {
      for (const width of [320, 390, 768, 1280, 1920]) {
        await page.setViewportSize({ width, height: 900 });
        if (width === 320) await open(page, profile(part));
        expect(await overflow(page), `${part} at ${width}`).toEqual([]);
      }
      await settled(page);
      expect(await serious(page), part).toEqual([]);
    }
  });
}

test("a name and a few lines", async ({ page, site }) => {
  await open(page, profile("you"));
  const name = page.getByLabel("Name", { exact: true });
  await name.fill("no spaces please");
  await page.keyboard.press("Enter");
  await expect(name).toBeFocused();
  await expect(page.getByText("Use letters a to z and digits,")).toBeVisible();

  const mine = `wren-${Date.now().toString(36)}`;
  await name.fill(mine);
  await page.getByLabel("About you").fill("Draws maps of houses that are gone.");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(mine);

  // The server knows, and so does everybody.
  await page.getByRole("link", { name: "Your public page" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(mine);
  await expect(page.getByText("Draws maps of houses that are gone.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Edit your profile" })).toBeVisible();
  await open(page, `${site}/profile`);
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue(mine);
});

test("files that cannot be a portrait are rejected before they are uploaded", async ({ page }) => {
  await open(page, profile("you"));
  const picture = page.getByLabel("Picture", { exact: true });
  await picture.setInputFiles({ name: "a.svg", mimeType: "image/svg+xml", buffer: Buffer.from("<svg/>") });
  await expect(
    page.getByText("Invalid file type. Please upload a JPEG, PNG, GIF, WebP, or BMP image."),
  ).toBeVisible();
  await picture.setInputFiles({ name: "a.png", mimeType: "image/png", buffer: Buffer.alloc(10_485_761) });
  await expect(page.getByText("File too large (max 10 MB)")).toBeVisible();
  await picture.setInputFiles({ name: "a.png", mimeType: "image/png", buffer: Buffer.from("no picture") });
  await expect(page.getByText("Couldn’t read this picture.")).toBeVisible();
});

test("personas, by keyboard alone", async ({ page }) => {
  await open(page, profile("personas"));
  await page.getByRole("button", { name: "Write your first persona" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog").getByLabel("Name")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Enter a name.")).toBeVisible();
  await page.keyboard.type("Ilse");
  await page.getByRole("dialog").getByLabel("Who they are").focus();
  await page.keyboard.type("Keeps the night ferry.");
  await page.getByRole("button", { name: "Save persona" }).press("Enter");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByRole("heading", { name: "Ilse" })).toBeVisible();

  await page.getByRole("button", { name: "Delete Ilse" }).press("Enter");
  await expect(page.getByRole("heading", { name: "Ilse" })).toBeHidden();
  await keeps(page, "Keeps the night ferry", () => page.getByRole("button", { name: "Undo" }).press("Enter"));
  await expect(page.getByRole("heading", { name: "Ilse" })).toBeVisible();
  await open(page, profile("personas"));
  await expect(page.getByText("Keeps the night ferry.")).toBeVisible();
});

test("adult content asks first, and only a yes switches it on", async ({ page }) => {
  await open(page, profile("content"));
  const adult = page.getByRole("switch", { name: "Show adult content" });
  const strongest = page.getByRole("switch", { name: "Show extreme content" });
  await adult.click();
  await page.getByRole("button", { name: "Not now" }).click();
  await expect(adult).not.toBeChecked();
  await strongest.click();
  await page.getByRole("button", { name: "I’m 18 or older, and I’m sure" }).click();
  await expect(adult).toBeChecked();
  await expect(strongest).toBeChecked();
  await keeps(page, '"showNSFW":false', () => adult.click());
  await expect(strongest).not.toBeChecked();
  await open(page, profile("content"));
  await expect(adult).not.toBeChecked();
});

test("a blocked tag is gone from search, and can be allowed again", async ({ page, site }) => {
  const search = `${site}/search?search=night&wlTags=${servers().tag}`;
  await open(page, search);
  await expect(cardLinks(page.getByRole("main"))).not.toHaveCount(0);
  await open(page, profile("content"));
  await page.getByRole("combobox", { name: "Block a tag" }).fill(servers().tagName);
  const saved = page.waitForResponse((answer) => answer.request().method() === "PATCH" && answer.ok());
  await page.getByRole("option", { name: servers().tagName }).first().click();
  const blocked = page.getByRole("list", { name: "Blocked tags" }).getByRole("button");
  await expect(blocked).toHaveAccessibleName(`Unblock ${servers().tagName}`);
  await saved;
  await open(page, search);
  await expect(cardLinks(page.getByRole("main"))).toHaveCount(0);
  await open(page, profile("content"));
  await blocked.click();
  await expect(page.getByText("No tags blocked.")).toBeVisible();
});

test("the size of story text stays in this browser", async ({ page }) => {
  await open(page, profile("display"));
  const reset = page.getByRole("button", { name: "Reset to default" });
  await expect(reset).toBeDisabled();
  await page.getByLabel("Text size").focus();
  await page.keyboard.press("End");
  await expect(page.getByText("24 px")).toBeVisible();
  await open(page, profile("display"));
  await expect(page.getByText("24 px")).toBeVisible();
  await reset.click();
  await expect(page.getByText("16 px")).toBeVisible();
});

test("the second step: set up, recovery codes, switched off", async ({ page, problems }) => {
  problems.allow(/Failed to load resource.* (401|403|422) /);
  await open(page, profile("security"));
  const dialog = page.getByRole("dialog");
  const password = dialog.getByLabel("Password", { exact: true });
  await page.getByRole("button", { name: "Set up" }).click();
  await expect(password).toBeFocused();
  await page.keyboard.type("not this one");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("The password is wrong.")).toBeVisible();
  await password.fill(person.password);
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
  await expect(dialog.getByLabel("Code", { exact: true })).toBeFocused();
  const secret = (await dialog.getByRole("code").textContent()) ?? "";
  await page.keyboard.type(authenticatorCode(secret.replace(/\s/g, "")));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Save your recovery codes" })).toBeVisible();
  const code = (await dialog.getByRole("code").first().textContent()) ?? "";
  await page.getByRole("button", { name: "I’ve saved them" }).click();
  await expect(page.getByText("Two-factor authentication is on.")).toBeVisible();

  await page.getByRole("button", { name: "Turn off" }).click();
  await password.fill(person.password);
  await dialog.getByLabel("Code", { exact: true }).fill(code);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Two-factor authentication is off.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Set up" })).toBeVisible();
});

test("another password signs out every other browser", async ({ page, browser, problems }) => {
  problems.allow(/Failed to load resource.* 401 /);
  const other = await browser.newContext();
  const elsewhere = await other.newPage();
  await signInAs(elsewhere, person);
  await open(page, profile("security"));
  await expect(page.getByRole("button", { name: "Sign out", exact: true })).not.toHaveCount(0);
  await page
    .getByTestId("row")
    .filter({ hasText: "Password" })
    .getByRole("button", { name: "Change" })
    .click();
  await page.getByLabel("Current password").fill(person.password);
  await page.getByLabel("Password", { exact: true }).fill(`${person.password}, and a new one`);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Password changed.")).toBeVisible();
  await elsewhere.goto(profile("you"));
  await expect(elsewhere).toHaveURL(/\/signup/);
  await other.close();
});

test("love and rate: shown at once, kept, reverted when refused", async ({ page, site, problems }) => {
  const scenario = `${site}/scenario/${servers().scenario}`;
  await open(page, scenario);
  const love = page.getByRole("button", { name: /^Love/ });
  const like = page.getByRole("button", { name: "I liked it" });
  const dislike = page.getByRole("button", { name: "I didn’t like it" });
  await expect(love).toHaveAttribute("aria-pressed", "false");
  await love.click();
  await expect(love).toHaveAttribute("aria-pressed", "true");
  await like.click();
  await expect(like).toHaveAttribute("aria-pressed", "true");
  await keeps(page, '"rating":-1', () => dislike.click());
  await expect(dislike).toHaveAttribute("aria-pressed", "true");
  await expect(like).toHaveAttribute("aria-pressed", "false");

  await open(page, scenario);
  await expect(love).toHaveAttribute("aria-pressed", "true");
  await expect(dislike).toHaveAttribute("aria-pressed", "true");

  problems.allow(/Failed to load resource.* 429 /);
  await page.route("**/api/v1/scenarios/love", (route) =>
    route.fulfill({
      status: 429,
      contentType: "application/problem+json",
      json: { status: 429, code: "LOVE_QUOTA_REACHED", message: "You have given all 50 loves of today." },
    }),
  );
  const before = await love.getAttribute("aria-label");
  await love.click();
  await expect(page.getByText("You have given all 50 loves of today.")).toBeVisible();
  await expect(love).toHaveAttribute("aria-pressed", "true");
  await expect(love).toHaveAttribute("aria-label", before ?? "");
});

test("all data of an account is downloaded as one file", async ({ page }) => {
  await open(page, profile("data"));
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download my data" }).click();
  expect((await download).suggestedFilename()).toBe("dramatis-export.zip");
  await expect(page.getByText("Downloaded.")).toBeVisible();
});

test("the deletion of an account is scheduled, and cancelled", async ({ page, problems }) => {
  problems.allow(/Failed to load resource.* (401|403|422) /);
  await open(page, profile("data"));
  await page.getByRole("button", { name: "Delete my account" }).click();
  const dialog = page.getByRole("dialog");
  const password = dialog.getByLabel("Password", { exact: true });
  await expect(password).toBeFocused();
  await page.keyboard.type("not this one");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("The password is wrong.")).toBeVisible();
  expect(await serious(page)).toEqual([]);
  await password.fill(person.password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Account deletion scheduled" })).toBeVisible();

  await open(page, `${servers().site}/`);
  await page.getByRole("button", { name: "Keep my account" }).click();
  await expect(page.getByText("Your account is kept. Nothing will be deleted.")).toBeVisible();
  await open(page, profile("data"));
  await expect(page.getByRole("button", { name: "Delete my account" })).toBeVisible();
});

test("a new email address takes effect once it is confirmed", async ({ page, site, problems }) => {
  problems.allow(/Failed to load resource.* (401|403|422) /);
  await open(page, profile("security"));
  const row = page.getByTestId("row").filter({ hasText: "Email address" });
  await row.getByRole("button", { name: "Change" }).click();
  const dialog = page.getByRole("dialog");
  const other = `new-${person.email}`;
  await dialog.getByLabel("New email address").fill("no address");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("Enter your email address")).toBeVisible();
  expect(await serious(page)).toEqual([]);
  await dialog.getByLabel("New email address").fill(other);
  await dialog.getByLabel("Password", { exact: true }).fill(person.password);
  await page.keyboard.press("Enter");
  await expect(page.getByText(`We’ve sent an email to ${other}.`)).toBeVisible();
  await expect(row).toContainText(person.email);

  await open(page, await mailedLink(other, /^Confirm your new email address/));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Email address changed");
  // The old address gets an e-mail, so that nobody loses an account without a word.
  await emailTo(person.email, /^Your email address was changed/);
  await open(page, `${site}/profile?section=security`);
  await expect(row).toContainText(other);
});
