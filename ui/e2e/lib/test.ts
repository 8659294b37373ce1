import { test as base, type ConsoleMessage, expect, type Locator, type Page } from "@playwright/test";
import type { Theme } from "./screens.ts";
import { servers } from "./setup.ts";

/** What went wrong in a page since it was opened: console errors and warnings, exceptions, breaches of the policy. */
export class PageProblems {
  readonly all: string[] = [];
  readonly #allowed: RegExp[] = [];

  /** Expect a complaint; the journey explains it beside the call. */
  allow(pattern: RegExp): void {
    this.#allowed.push(pattern);
  }

  note(text: string): void {
    if (!this.#allowed.some((pattern) => pattern.test(text))) this.all.push(text);
  }

  watch(page: Page): void {
    page.on("console", (message) => {
      if (["error", "warning", "assert"].includes(message.type()) && !isOwnStatus(page, message)) {
        this.note(`console ${message.type()}: ${message.text()} (${message.location().url})`);
      }
    });
    page.on("pageerror", (error) => this.note(`exception: ${error.stack ?? error.message}`));
    page.on("requestfailed", (request) => {
      const reason = request.failure()?.errorText ?? "";
      // "csp" is how Chromium names a script it leaves out because scripts are off; a breach of the site's own policy
      // is a console error.
      if (reason !== "net::ERR_ABORTED" && reason !== "csp")
        this.note(`request failed: ${request.url()} ${reason}`);
    });
  }
}

/** Chromium reports the status of a document that is not 200; for a true 404 that is expected. */
function isOwnStatus(page: Page, message: ConsoleMessage): boolean {
  return /^Failed to load resource/.test(message.text()) && message.location().url === page.url();
}

/** A grey picture of 2 by 3 dots. */
const STAND_IN = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAIAAAA2iEnWAAAADklEQVR4nGNoAAMGFAoAXpUJAdY1eq0AAAAASUVORK5CYII=",
  "base64",
);

interface Options {
  /** Pictures come from the server. A debug build takes half a second for each, so only journeys about pictures ask. */
  realPictures: boolean;
}

interface Fixtures {
  /** Watches the page from the start; the test fails at its end if anything was noted. */
  problems: PageProblems;
  site: string;
}

/** For what the server answers: no browser page is opened. */
export const served = base.extend<Pick<Fixtures, "site">>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to learn what a fixture needs: nothing.
  site: async ({}, use) => use(servers().site),
});

export const test = base.extend<Fixtures & Options>({
  realPictures: [false, { option: true }],
  context: async ({ context, realPictures }, use) => {
    if (!realPictures) {
      await context.route(/\/_image\?/, (route) =>
        route.fulfill({ contentType: "image/png", body: STAND_IN }),
      );
    }
    await use(context);
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to learn what a fixture needs: nothing.
  site: async ({}, use) => use(servers().site),
  problems: [
    async ({ page }, use) => {
      const problems = new PageProblems();
      problems.watch(page);
      await use(problems);
      expect(problems.all, "the console stays silent").toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** Waits until the page's script has taken over: React has marked the root as its own. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    // The first element the app draws; preload links that React puts before it are nobody's.
    const first = document.querySelector("#root > a[href='#main']");
    return first !== null && Object.keys(first).some((key) => key.startsWith("__react"));
  });
}

/** Opens an address from outside and waits for the hydrated page; answers the status. */
export async function open(page: Page, url: string): Promise<number> {
  const response = await page.goto(url);
  await hydrated(page);
  return response?.status() ?? 0;
}

/** Keeps what these addresses answer from the page until the function that is handed back is called. */
export async function holdBack(page: Page, addresses: RegExp): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(addresses, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/**
 * Goes to an address as a visitor who is quicker than their connection: the page is there, its client only once it is
 * let through.
 */
export async function openEarly(page: Page, url: string): Promise<() => void> {
  const client = /\/assets\/entry-client-/;
  const release = await holdBack(page, client);
  // The page's first script asks for the client last of all, so from then on it holds what is sent.
  const listening = page.waitForRequest(client);
  await page.goto(url, { waitUntil: "commit" });
  await listening;
  return release;
}

/**
 * Does something whose change must be kept before the page is left, and waits for the server's yes: to a call that
 * changes something, recognised by the text of its body.
 */
export async function keeps(page: Page, body: string, act: () => Promise<void>): Promise<void> {
  const answer = page.waitForResponse(
    (found) =>
      found.request().method() !== "GET" && found.ok() && (found.request().postData() ?? "").includes(body),
  );
  await act();
  await answer;
}

/** Gives the browser a cookie as a visit would have left it. */
export async function setCookie(
  page: Page,
  name: string,
  value: string,
  url = servers().site,
): Promise<void> {
  await page.context().addCookies([{ name, value, url }]);
}

export async function cookie(page: Page, name: string): Promise<string | undefined> {
  return (await page.context().cookies()).find((found) => found.name === name)?.value;
}

export async function useTheme(page: Page, theme: Theme): Promise<void> {
  await setCookie(page, "theme", theme);
}

/** Presses a link to that address in the page on screen, so that the client navigates. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((href) => {
    const link = document.createElement("a");
    link.href = href;
    document.body.append(link);
    link.click();
    link.remove();
  }, path);
}

/**
 * Sums up, in `window.shift`, how far things move by themselves from now on; with `always`, also what moves right after a press,
 * which the browser's own figure forgives.
 */
export async function sumShifts(page: Page, always = false): Promise<void> {
  await page.addInitScript((evenAfterInput) => {
    Reflect.set(window, "shift", 0);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (Reflect.get(entry, "hadRecentInput") === true && !evenAfterInput) continue;
        Reflect.set(
          window,
          "shift",
          Number(Reflect.get(window, "shift")) + Number(Reflect.get(entry, "value")),
        );
      }
    }).observe({ type: "layout-shift", buffered: true });
  }, always);
}

/** The bar over a page while a link to another page is being followed. */
export const navigationProgress = (page: Page): Locator =>
  page.getByRole("progressbar", { name: "Loading the page" });

/** Waits until the content is there: no navigation, no skeleton. */
export async function loaded(page: Page): Promise<void> {
  await expect(navigationProgress(page).or(page.getByTestId("skeleton"))).toHaveCount(0);
}

/** Waits until the browser has drawn what is in the page now. */
export async function painted(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

/** The page has come to rest since it was loaded: no navigation, no skeleton. (For a change to be kept there is `keeps`.) */
export async function settled(page: Page): Promise<void> {
  await loaded(page);
  await page.waitForLoadState("networkidle");
}

/** The visible text, with white space as a reader sees it. */
export async function visibleText(page: Page): Promise<string> {
  // biome-ignore lint/performance/useDomNodeTextContent: what is rendered is what is compared.
  const text = await page.evaluate(() => document.body.innerText);
  return text.replace(/\s+/g, " ").trim();
}
