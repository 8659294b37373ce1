import { brotliCompressSync } from "node:zlib";
import { address, screens } from "./lib/screens.ts";
import { expect, served } from "./lib/test.ts";

/** What a first visit costs (design section 9). */

const HTML_BYTES = 100 * 1_024;
const SCRIPT_BYTES = 120 * 1_024;

for (const name of ["home", "search", "scenario"]) {
  served(`${name} keeps to its budgets`, async ({ request, site }) => {
    const screen = screens.find((candidate) => candidate.name === name);
    if (screen === undefined) throw new Error(name);
    const html = await (await request.get(address(screen))).text();
    expect(Buffer.byteLength(html), "bytes of HTML").toBeLessThanOrEqual(HTML_BYTES);
    expect(html.match(/<link[^>]* as="image"/g)?.length, "the one picture that is named ahead").toBe(1);

    const scripts = new Set([
      ...[...html.matchAll(/<script [^>]*src="([^"]*)"/g)].map(([, src]) => src ?? ""),
      ...(/<script [^>]*data-modules="([^"]*)"/.exec(html)?.[1] ?? "").split(" "),
    ]);
    expect(scripts.size).toBeGreaterThan(1);
    let bytes = 0;
    for (const src of scripts)
      bytes += brotliCompressSync(await (await request.get(site + src)).body()).length;
    served.info().annotations.push({ type: "script", description: `${bytes} bytes of brotli` });
    expect(bytes, "bytes of script").toBeLessThanOrEqual(SCRIPT_BYTES);
  });
}

served("scripts and styles are kept for ever, and sent compressed", async ({ request, site }) => {
  const html = await (await request.get(site)).text();
  for (const [, path] of html.matchAll(/(?:src|href)="(\/assets\/[^"]*\.(?:js|css))"/g)) {
    const response = await request.get(site + path, { headers: { "accept-encoding": "br" } });
    expect(response.headers()["cache-control"], path).toContain("immutable");
    expect(response.headers()["content-encoding"], path).toBe("br");
  }
});
