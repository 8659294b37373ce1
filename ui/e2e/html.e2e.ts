import { HtmlValidate } from "html-validate";
import { cardLinks } from "./lib/cards.ts";
import { address, contentScreens, screens, themes } from "./lib/screens.ts";
import { servers } from "./lib/setup.ts";
import { expect, open, served, settled, test, useTheme, visibleText } from "./lib/test.ts";

/** The HTML as it leaves the server: valid, complete without scripts, the same from both renderers. */

const validator = new HtmlValidate({
  extends: ["html-validate:standard", "html-validate:document"],
  rules: {
    // Matters of style that no reader notices: the renderer writes `<img/>`, and texts hold plain characters.
    "void-style": "off",
    "doctype-style": "off",
    "no-raw-characters": "off",
    "long-title": "off",
    // React writes `style` attributes for sizes that come from data; the policy allows attributes, not elements.
    "no-inline-style": "off",
    // Ids made by React's useId hold characters that are valid HTML but awkward in selectors.
    "valid-id": ["error", { relaxed: true }],
    // Our own files, served with their hash in the name under `script-src 'self'`.
    "require-sri": "off",
  },
});

/** The standard asks for `imagesizes` only beside widths; ours are 1x, 2x and 3x. The validator knows no such condition. */
const NEEDLESS = /requires "imagesizes" attribute/;

test.use({ javaScriptEnabled: false });

test.describe("the served HTML is valid", () => {
  for (const screen of screens) {
    served(screen.name, async ({ request }) => {
      const response = await request.get(address(screen), { maxRedirects: 0 });
      expect(response.status()).toBe(screen.status ?? 200);
      const report = await validator.validateString(await response.text());
      const findings = report.results.flatMap(({ messages }) =>
        messages
          .filter(({ message }) => !NEEDLESS.test(message))
          .map(
            ({ ruleId, message, line, column, selector }) =>
              `${ruleId} ${line}:${column} ${selector}: ${message}`,
          ),
      );
      expect(findings).toEqual([]);
    });
  }
});

test.describe("with scripts off the words are the same", () => {
  for (const screen of contentScreens) {
    // Times of the last check differ from load to load.
    if (screen.name === "status") continue;
    // What could not be found is answered at once; the tags offered beside the search field come with the script.
    if (screen.name.startsWith("unknown")) continue;
    test(screen.name, async ({ page, browser }) => {
      await page.goto(address(screen));
      const context = await browser.newContext({ javaScriptEnabled: true });
      await context.route(/\/_image\?/, (route) => route.abort());
      const hydratedPage = await context.newPage();
      await open(hydratedPage, address(screen));
      // Before anything is scrolled: rows far below keep their titles until the view comes near, with script or without.
      const withScripts = await visibleText(hydratedPage);
      await context.close();
      expect(await visibleText(page)).toBe(withScripts);
      expect(withScripts.length).toBeGreaterThan(200);
    });
  }
});

test.describe("both renderers write the same bytes", () => {
  for (const screen of screens) {
    for (const theme of themes) {
      served(`${screen.name}, ${theme}`, async ({ request }) => {
        const { site, sidecar } = servers();
        const path = screen.path(servers());
        const headers = { cookie: `theme=${theme}` };
        const [embedded, node] = await Promise.all(
          [site, sidecar].map(async (base) => {
            const response = await request.get(base + path, { headers, maxRedirects: 0 });
            expect(response.headers()["x-render"], "no fallback").toBeUndefined();
            const text = await response.text();
            // The status page says when it looked.
            return screen.name === "status"
              ? text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z|\d\d:\d\d UTC/g, "TIME")
              : text;
          }),
        );
        expect(node).toBe(embedded);
      });
    }
  }
});

test("with scripts off no control that needs one is visible", async ({ page, site }) => {
  await useTheme(page, "dark");
  for (const path of ["/", "/search", `/scenario/${servers().scenario}`]) {
    await page.goto(site + path);
    await settled(page);
    // The class is how a component says so (`hidden.css`).
    await expect(page.locator(".needs-script"), path).not.toHaveCount(0);
    await expect(page.locator(".needs-script:visible"), path).toHaveCount(0);
  }
});

test("with scripts off a search is a form, and more results are a link", async ({ page, site }) => {
  await page.goto(site);
  await page.getByRole("searchbox").fill("night");
  await page.getByRole("searchbox").press("Enter");
  await expect(page).toHaveURL(`${site}/search?search=night`);
  await page.goto(`${site}/search`);
  const first = await cardLinks(page).first().getAttribute("href");
  await page.getByRole("link", { name: /^Load more/ }).click();
  await expect(page).toHaveURL(/cursor=/);
  expect(await cardLinks(page).first().getAttribute("href")).not.toBe(first);
});
