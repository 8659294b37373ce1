import { cpSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildClient } from "./client.mjs";
import { compress } from "./compress.mjs";
import { loadedOnDemand, readImports } from "./import-graph.mjs";
import { manifestOf } from "./manifest.mjs";
import { buildPageStyles } from "./page-styles.mjs";
import { out, ui } from "./place.mjs";
import { report } from "./report.mjs";
import { readRoutes } from "./routes.mjs";
import { buildServer } from "./server.mjs";
import { buildSprite } from "./sprite.mjs";
import { buildStyles } from "./styles.mjs";
import { tighten } from "./tighten.mjs";

/**
 * Builds `../bundles`: the browser's modules and styles (client/assets), the renderer's script (server/), and what the
 * server reads at start (manifest.json, routes.json). `dev` names a build that is only looked at: done soon rather than
 * small, with source maps, and the page asks whether a newer one is there.
 */
export async function buildAll({ dev } = {}) {
  const started = performance.now();
  const next = nextFolder();
  cpSync(join(ui, "public"), next.client, { recursive: true });

  const sprite = await buildSprite(next.assets);
  const { routes, pages } = await readRoutes();
  const imports = await readImports(pages);
  const { common, byPage: styles } = await buildPageStyles(next.assets, imports, pages);
  const { style, fonts } = await buildStyles(next.assets, common);
  const [client, script] = await Promise.all([
    buildClient(next.client, { sprite, lazy: loadedOnDemand(imports), styles, dev }),
    buildServer(next.server, { sprite, styles }),
  ]);
  if (!dev) tighten(next.assets);
  compress(next.assets, { dev });

  const manifest = manifestOf({ sprite, style, fonts, client, script, routes });
  writeJson(
    join(next.root, "routes.json"),
    routes.map(({ row }) => row),
  );
  writeJson(join(next.root, "manifest.json"), manifest);
  takePlace(next.root);
  report(manifest, routes, { dev, ms: performance.now() - started });
}

const writeJson = (file, value) => writeFileSync(file, `${JSON.stringify(value, null, 1)}\n`);

/** A folder beside the last build, which is served until this one is whole. */
function nextFolder() {
  const root = join(out, `.next-${process.pid}`);
  const client = join(root, "client");
  const server = join(root, "server");
  const assets = join(client, "assets");
  for (const dir of [assets, server]) mkdirSync(dir, { recursive: true });
  return { root, client, server, assets };
}

/** Everything is ready: it takes the place of the last build in one go. */
function takePlace(root) {
  for (const name of ["client", "server", "routes.json", "manifest.json"]) {
    rmSync(join(out, name), { recursive: true, force: true });
    renameSync(join(root, name), join(out, name));
  }
  rmSync(root, { recursive: true });
}
