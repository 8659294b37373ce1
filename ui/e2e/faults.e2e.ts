import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { resolve } from "node:path";
import type { Locator } from "@playwright/test";
import { fitsAndReads } from "./lib/look.ts";
import { type Server, startServer } from "./lib/servers.mjs";
import { StoryPage } from "./lib/story.ts";
import { expect, open, test, useTheme } from "./lib/test.ts";

/**
 * Every way in which a reply can fail, with a provider that fails on command: what the player reads, and which buttons
 * they have. The provider is `examples/model-double`; each model of the site is one of its faults.
 */

const DOUBLE = resolve(
  import.meta.dirname,
  "../..",
  process.env.DRAMATIS_DOUBLE ?? "target/debug/examples/model-double",
);

/** What the player reads, which buttons are there, and which are not. */
interface Case {
  act: string;
  says: string;
  buttons: (string | RegExp)[];
  not: string[];
  more?: object;
}

const CASES: Readonly<Record<string, Case>> = {
  "wrong key": {
    act: "problem 401 invalid_api_key no",
    says: "didn’t accept this site’s key",
    buttons: ["Switch model"],
    not: ["Retry"],
  },
  forbidden: {
    act: "problem 403 no_access no",
    says: "doesn’t let this site use the model",
    buttons: ["Switch model"],
    not: ["Retry"],
  },
  "model gone": {
    act: "problem 404 model_not_found no",
    says: "no longer exists",
    buttons: ["Switch model"],
    not: ["Retry"],
  },
  refused: {
    act: "problem 400 bad_sampler no",
    says: "refused the request",
    buttons: ["Switch model"],
    not: ["Retry"],
  },
  filtered: {
    act: "filter",
    says: "content filter blocked this reply",
    buttons: ["Switch model"],
    not: ["Retry"],
  },
  "too many requests, with a time": {
    act: "status 429 20",
    says: "has had too many requests. You weren’t charged",
    buttons: [/^Retry in \d+ s$/, "Switch model"],
    not: [],
  },
  "too many requests": {
    act: "status 429",
    says: "try again in a moment",
    buttons: ["Retry", "Switch model"],
    not: [],
  },
  "context overflow": {
    act: "problem 400 context_length_exceeded no",
    says: "The story is too long for this model. The largest part that you can shorten is the author's note",
    buttons: ["Shorten the author's note", "Switch model"],
    not: ["Retry"],
  },
  "prompt too large": {
    act: "say Hi",
    says: "The prompt is too long for this model",
    buttons: ["Shorten your instructions", "Switch model"],
    not: ["Retry"],
    more: { contextTokens: 900, maxReplyTokens: 100 },
  },
  overloaded: {
    act: "status 503",
    says: "The model is overloaded",
    buttons: ["Retry", "Switch model"],
    not: [],
  },
  "no first word in time": {
    act: "hang",
    says: "didn’t start to answer in time",
    buttons: ["Retry", "Switch model"],
    not: [],
    more: { timeouts: { firstToken: 1.5 } },
  },
  "falls silent": {
    act: "stall 3",
    says: "stopped in the middle of the reply. What was written so far is kept",
    buttons: ["Continue", "Switch model"],
    not: [],
    more: { timeouts: { gap: 1.5 } },
  },
  "line cut": {
    act: "cut 3",
    says: "connection to the model was lost. What was written so far is kept",
    buttons: ["Continue"],
    not: ["Switch model"],
  },
  "unreadable stream": {
    act: "malformed 0",
    says: "answer couldn’t be read",
    buttons: ["Retry", "Switch model"],
    not: [],
  },
  "empty reply": { act: "empty", says: "sent an empty reply", buttons: ["Retry", "Switch model"], not: [] },
  "connection refused": {
    act: "",
    says: "server can’t be reached",
    buttons: ["Retry", "Switch model"],
    not: [],
  },
};

let site: Server;
let double: ChildProcess;

async function startDouble(): Promise<string> {
  if (!existsSync(DOUBLE))
    throw new Error(
      "Build the provider: cargo build -p dramatis-operations --features testing --example model-double",
    );
  double = spawn(DOUBLE, ["--obey"], { stdio: ["ignore", "pipe", "inherit"] });
  const { stdout } = double;
  if (stdout === null) throw new Error("The provider has no output");
  const [line] = (await once(stdout, "data")) as [Buffer];
  return line.toString().trim();
}

/** An address that nobody listens at. */
async function deadEnd(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("The system gave no port");
  return `http://127.0.0.1:${address.port}/v1`;
}

test.describe.configure({ mode: "serial", timeout: 300_000 });

test.beforeAll(async () => {
  const url = await startDouble();
  const dead = await deadEnd();
  const models = [
    { name: "good", url },
    ...Object.entries(CASES).map(([name, { act, more = {} }]) => ({
      name,
      label: name,
      url: act === "" ? dead : url,
      model: `double: ${act}`,
      ...more,
    })),
    { name: "dear", url, costPerMillion: { prompt: 1_000_000_000, reply: 1_000_000_000 } },
  ];
  site = await startServer({
    settings: {
      DRAMATIS_MODELS: JSON.stringify(models),
      DRAMATIS_GUEST_MESSAGES: "60",
      DRAMATIS_DAILY_COST_TOTAL: "1",
    },
  });
});

test.afterAll(async () => {
  await site?.stop();
  double?.kill();
});

/** Calls the API beside the browser. */
async function call<T>(path: string, body: unknown, headers: Record<string, string> = {}): Promise<T> {
  const response = await fetch(`${site.url}/api/v1${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

test.use({ viewport: { width: 1280, height: 900 } });

test("for each fault the player reads why, and has the button that helps", async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const { results } = (await (await fetch(`${site.url}/api/v1/scenarios/newest?limit=1`)).json()) as {
    results: { id: string }[];
  };
  await open(page, `${site.url}/scenario/${results[0]?.id}`);
  await page.getByRole("button", { name: "Start story" }).first().click();
  await expect(page).toHaveURL(/\/(?:chat|story)\/[\w-]+$/);
  const story = new StoryPage(page);
  await story.open();
  const chatID = new URL(page.url()).pathname.split("/").at(-1) ?? "";

  /** Changes the story's settings beside the page, as another tab would. */
  const set = async (change: object) => {
    const guest = await page.evaluate(
      () => JSON.parse(localStorage.getItem("dramatis.guest") ?? "{}") as Record<string, string>,
    );
    await call(
      "/chat/edit-settings",
      { chatID, ...change },
      { "guest-token": guest.guestSessionId ?? "", "device-hash": guest.deviceHash ?? "" },
    );
  };
  const state = () => story.last.getByTestId("reply-state");
  const buttons = (of: Locator) => of.getByRole("button");
  await set({ strategy: "list", maxReplies: 1 });
  await set({ authorsNote: { text: "It rains. ".repeat(120), depth: 4, interval: 1, role: "system" } });

  for (const [name, { says, buttons: there, not }] of Object.entries(CASES)) {
    await test.step(name, async () => {
      await set({
        chatModel: name,
        systemPrompt: name === "prompt too large" ? "Be brief and kind. ".repeat(200) : null,
      });
      await page.reload();
      await story.open();
      await story.send(`This one is called ${name}.`);
      await expect(state()).toContainText(says, { timeout: 30_000 });
      for (const button of there) await expect(buttons(state()).filter({ hasText: button })).toHaveCount(1);
      for (const button of not) await expect(state().getByRole("button", { name: button })).toHaveCount(0);
      // The same after a reload, from the server.
      await page.reload();
      await story.open();
      await expect(state()).toContainText(says);
    });
  }

  await test.step("the part that is too long can be shortened, and the reply tried again", async () => {
    await set({ chatModel: "context overflow" });
    await page.reload();
    await story.open();
    await story.send("And once more.");
    await state().getByRole("button", { name: "Shorten the author's note" }).click();
    await expect(page.getByRole("textbox", { name: "Author's note" })).toBeFocused();
    await expect(state().getByRole("button", { name: "Retry" })).toBeEnabled();
  });

  await test.step("another model replies", async () => {
    await state().getByRole("button", { name: "Switch model" }).click();
    const saved = page.waitForResponse(
      (answer) => answer.url().endsWith("/chat/edit-settings") && answer.ok(),
    );
    await page.getByRole("radio", { name: /^good/ }).check();
    await saved;
    await state().getByRole("button", { name: "Retry" }).click();
    await story.quiet();
    await expect(story.last).toContainText("The double bows.");
    await expect(state()).toHaveCount(0);
  });

  await test.step("the budget of the day is used up", async () => {
    await set({ chatModel: "dear" });
    await page.reload();
    await story.open();
    await story.send("How dear is this?");
    await expect(state()).toContainText(/You can try again in /);
    await expect(state().getByRole("button", { name: /^Retry/ })).toHaveCount(0);
  });

  await test.step("too few shekels", async () => {
    const body = {
      code: "INSUFFICIENT_SHEKELS",
      message: "There are not enough shekels.",
      status: 402,
    };
    await page.route("**/api/v1/message/create", (route) =>
      route.fulfill({ status: 402, contentType: "application/problem+json", body: JSON.stringify(body) }),
    );
    await story.field.fill("Who pays?");
    await story.field.press("Enter");
    const alert = page.getByRole("alert");
    await expect(alert).toContainText("enough shekels");
    await expect(page.getByRole("link", { name: "Your wallet" })).toBeVisible();
    await expect(alert.getByRole("button", { name: /^(Retry|Try again)/ })).toHaveCount(0);
    await page.unroute("**/api/v1/message/create");
  });

  await test.step("a guest's allowance is used: one prompt, and Send says why it is off", async () => {
    const session = (await (
      await page.request.get(`${site.url}/api/v1/chat/price?chatID=${chatID}`, {
        headers: await page.evaluate(() => {
          const guest = JSON.parse(localStorage.getItem("dramatis.guest") ?? "{}") as Record<string, string>;
          return { "guest-token": guest.guestSessionId ?? "", "device-hash": guest.deviceHash ?? "" };
        }),
      })
    ).json()) as { guest: { left: number; of: number } };
    await page.route("**/api/v1/chat/price**", (route) =>
      route.fulfill({ json: { ...session, guest: { ...session.guest, left: 0 } } }),
    );
    const body = { code: "GUEST_ALLOWANCE_USED", message: "No messages are left for guests.", status: 429 };
    await page.route("**/api/v1/message/create", (route) =>
      route.fulfill({ status: 429, contentType: "application/problem+json", body: JSON.stringify(body) }),
    );
    await story.field.fill("One more?");
    await story.field.press("Enter");
    await expect(page.getByRole("link", { name: /^Sign up/ })).toHaveCount(1);
    await expect(story.field).toHaveValue("One more?");
    const send = page.getByRole("button", { name: "Send" });
    await expect(send).toBeDisabled();
    await expect(send).toHaveAttribute("title", /No guest messages left/);
  });
  await context.close();
});

for (const theme of ["dark", "light"] as const) {
  test(`a failed reply fits and reads, ${theme}`, async ({ page, problems }) => {
    problems.allow(/Failed to load resource/);
    await useTheme(page, theme);
    const { results } = (await (await fetch(`${site.url}/api/v1/scenarios/newest?limit=1`)).json()) as {
      results: { id: string }[];
    };
    await open(page, `${site.url}/scenario/${results[0]?.id}`);
    await page.getByRole("button", { name: "Start story" }).first().click();
    const story = new StoryPage(page);
    await story.open();
    await story.send("(double: problem 400 context_length_exceeded no)");
    await expect(story.last.getByTestId("reply-state")).toContainText("too long for this model");
    await fitsAndReads(page, `a failed reply, ${theme}`);
  });
}
