import type { APIResponse } from "@playwright/test";
import { address, contentScreens, screens } from "./lib/screens.ts";
import { servers } from "./lib/setup.ts";
import { expect, served, test } from "./lib/test.ts";

/** What an address answers before anyone looks: status, redirects, what crawlers and link previews get. */

const NOT_TO_BE_INDEXED = new Set([
  "home of a campaign",
  "home of an unknown campaign",
  "search for words",
  "search with filters",
  "search that finds nothing",
  "not found",
  "unknown scenario",
  "unknown author",
]);

/** Tags of a head, read with a few patterns: the server writes them one way. */
function head(html: string) {
  const meta = new Map<string, string>();
  for (const [tag] of html.matchAll(/<meta [^>]*>/g)) {
    const name = /(?:name|property)="([^"]*)"/.exec(tag)?.[1];
    const content = /content="([^"]*)"/.exec(tag)?.[1];
    if (name !== undefined && content !== undefined) meta.set(name, content);
  }
  return {
    meta,
    title: /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? "",
    canonical: /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1] ?? null,
    jsonLd: [...html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)].map(([, text]) =>
      JSON.parse(text ?? ""),
    ),
  };
}

test.describe("redirects and refusals", () => {
  const cases: readonly [path: string, status: number, location: string | null][] = [
    ["/card/{scenario}", 301, "/scenario/{scenario}"],
    ["/card/{scenario}/x", 301, "/scenario/{scenario}/x"],
    ["/chats/abc/d", 301, "/stories/abc/d"],
    ["/?redirect=scenario&id={scenario}", 302, "/scenario/{scenario}"],
    ["/?redirect=user&id={author}", 302, "/user/{author}"],
    ["/?redirect=scenario&id=//evil.example", 200, null],
    ["/?redirect=elsewhere&id={scenario}", 200, null],
    ["/search/", 301, "/search"],
    ["/stories", 302, "/signup?returnTo=%2Fstories"],
    ["/my-scenarios", 302, "/signup?returnTo=%2Fmy-scenarios"],
    ["/dashboard", 302, "/signup?returnTo=%2Fdashboard"],
    ["/profile", 302, "/signup?returnTo=%2Fprofile"],
    ["/admin", 302, "/signup?returnTo=%2Fadmin"],
    ["/chat/abc", 302, "/signup?returnTo=%2Fchat%2Fabc"],
    ["/story/abc", 302, "/signup?returnTo=%2Fstory%2Fabc"],
    ["/nope", 404, null],
    ["/nope/deeper", 404, null],
    ["/scenario/nobody-wrote-this", 404, null],
    ["/scenario/a%20b", 404, null],
    ["/user/nobody", 404, null],
    ["/assets/none.js", 404, null],
    ["/media/none.webp", 404, null],
    ["/api/v1/none", 404, null],
  ];
  for (const [path, status, location] of cases) {
    served(`${path} answers ${status}`, async ({ request, site }) => {
      const { scenario, author } = servers();
      const fill = (text: string) => text.replaceAll("{scenario}", scenario).replaceAll("{author}", author);
      const response = await request.get(site + fill(path), { maxRedirects: 0 });
      expect(response.status()).toBe(status);
      const found = response.headers().location;
      if (location === null) expect(found).toBeUndefined();
      else expect(new URL(found ?? "", site).href).toBe(site + fill(location));
    });
  }
});

test.describe("what crawlers are told", () => {
  for (const screen of contentScreens) {
    served(screen.name, async ({ request }) => {
      const { site } = servers();
      const response = await request.get(address(screen));
      const { title, meta, canonical, jsonLd } = head(await response.text());
      expect(title).not.toBe("");
      expect(meta.get("description")?.length ?? 0, "a description").toBeGreaterThan(20);
      const robots = meta.get("robots") ?? "";
      if (NOT_TO_BE_INDEXED.has(screen.name)) expect(robots).toContain("noindex");
      // A page that is not there has nothing to share.
      const shared =
        screen.status === 404
          ? []
          : ["og:title", "og:type", "og:site_name", "og:description", "twitter:card"];
      for (const name of shared) expect(meta.get(name), name).toBeTruthy();
      if (!robots.includes("noindex")) {
        expect(canonical?.startsWith(site), `canonical ${canonical}`).toBe(true);
        expect(
          (await request.get(canonical ?? "", { maxRedirects: 0 })).status(),
          "the canonical address",
        ).toBe(200);
        expect(meta.get("og:url")).toBe(canonical);
      }
      const image = meta.get("og:image");
      if (image !== undefined) expect(image.startsWith(site), image).toBe(true);
      for (const graph of jsonLd) expect(graph["@context"]).toBe("https://schema.org");
    });
  }

  test("a scenario is described as a work with a place, and has a picture of its own to share", async ({
    request,
  }) => {
    const { site, scenario } = servers();
    const { meta, jsonLd } = head(await (await request.get(`${site}/scenario/${scenario}`)).text());
    const types = jsonLd.flatMap((graph) =>
      (graph["@graph"] ?? [graph]).map((node: { "@type": string }) => node["@type"]),
    );
    expect(types).toEqual(expect.arrayContaining(["CreativeWork", "BreadcrumbList"]));
    expect(meta.get("twitter:card")).toBe("summary_large_image");
    const draw = () => request.get(meta.get("og:image") ?? "");
    // A debug build on a busy machine may need more than the two seconds a picture has.
    await expect.poll(async () => (await draw()).status(), { timeout: 30_000 }).toBe(200);
    expect((await draw()).headers()["content-type"]).toBe("image/png");
  });
});

served("robots.txt names the sitemap and lets pages and assets be read", async ({ request, site }) => {
  const text = await (await request.get(`${site}/robots.txt`)).text();
  expect(text).toContain(`Sitemap: ${site}/sitemap.xml`);
  expect(text).not.toMatch(/^Disallow: \/(assets.*)?$/m);
});

function locations(xml: string): string[] {
  return [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, text]) => text?.replaceAll("&amp;", "&") ?? "");
}

test("every address of the sitemap answers 200, is on this site and is its own canonical", async ({
  request,
  site,
  page,
}) => {
  const fetchXml = async (url: string): Promise<string> => {
    const response: APIResponse = await request.get(url);
    expect(response.status(), url).toBe(200);
    expect(response.headers()["content-type"]).toContain("xml");
    const xml = await response.text();
    const broken = await page.evaluate(
      (text) =>
        new DOMParser().parseFromString(text, "application/xml").querySelector("parsererror")?.textContent ??
        null,
      xml,
    );
    expect(broken, url).toBeNull();
    return xml;
  };
  const shards = locations(await fetchXml(`${site}/sitemap.xml`));
  expect(shards.length).toBeGreaterThan(0);
  const pages: string[] = [];
  for (const shard of shards) pages.push(...locations(await fetchXml(shard)));
  expect(pages.length).toBeGreaterThan(60);
  expect(new Set(pages).size, "named once").toBe(pages.length);
  const wrong: string[] = [];
  for (let from = 0; from < pages.length; from += 8) {
    await Promise.all(
      pages.slice(from, from + 8).map(async (url) => {
        const response = await request.get(url, { maxRedirects: 0 });
        const { canonical, meta } = head(await response.text());
        if (!url.startsWith(site)) wrong.push(`${url} is not on this site`);
        if (response.status() !== 200) wrong.push(`${url} answers ${response.status()}`);
        if (canonical !== url) wrong.push(`${url} names ${canonical}`);
        if (meta.get("robots")?.includes("noindex")) wrong.push(`${url} is noindex`);
      }),
    );
  }
  expect(wrong).toEqual([]);
});

served("every page carries the security headers and no inline script", async ({ request }) => {
  for (const screen of screens) {
    const response = await request.get(address(screen), { maxRedirects: 0 });
    const headers = response.headers();
    expect(headers["content-security-policy"], screen.name).toContain("script-src 'self'");
    expect(headers["x-content-type-options"], screen.name).toBe("nosniff");
    expect(headers["referrer-policy"], screen.name).toBeTruthy();
    const inline = [...(await response.text()).matchAll(/<script(?![^>]*\bsrc=)([^>]*)>/g)].filter(
      ([, attributes]) => !/type="application\/(ld\+)?json"/.test(attributes ?? ""),
    );
    expect(inline, screen.name).toEqual([]);
  }
});
