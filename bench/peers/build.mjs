/** Bundles the page for the peers that cannot take the product's server script as it is. */
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { boundReact } from "../../ui/build/plugins/bound-react.mjs";
import { styleNames } from "../../ui/build/plugins/style-names.mjs";
import { bench, node, root, work } from "../src/paths.mjs";

const ui = join(root, "ui");
const { build } = createRequire(join(ui, "package.json"))("esbuild");

const shared = (sprite) => ({
  bundle: true,
  jsx: "automatic",
  target: "es2022",
  absWorkingDir: ui,
  nodePaths: [join(ui, "node_modules")],
  legalComments: "none",
  minifySyntax: true,
  minifyWhitespace: true,
  define: { "process.env.NODE_ENV": '"production"', __ICON_SPRITE__: JSON.stringify(sprite), __SSR__: "true" },
  logLevel: "warning",
});

/** The script for `renderToPipeableStream` in node. */
export async function buildPipeable(sprite) {
  const outfile = join(work, "peers/pipeable.js");
  await build({
    ...shared(sprite),
    entryPoints: [join(bench, "peers/pipeable.tsx")],
    outfile,
    format: "iife",
    platform: "node",
    // One React for all: the client's, bound as it is there.
    alias: { "react-dom": join(ui, "node_modules/react-dom") },
    plugins: [boundReact, styleNames],
    // A classic script has no `require` of its own; the peer evaluates it where node's is at hand.
    banner: { js: 'var require = process.getBuiltinModule("module").createRequire(process.execPath);' },
  });
  return outfile;
}

/** The Next application, built for production. */
export async function buildNext(sprite) {
  const app = join(bench, "next");
  mkdirSync(join(app, "generated"), { recursive: true });
  await build({
    ...shared(sprite),
    entryPoints: [join(bench, "peers/next-page.tsx")],
    outfile: join(app, "generated/page.js"),
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    external: ["react", "react/*", "react-dom", "react-dom/*"],
    plugins: [styleNames],
    banner: { js: '"use client";' },
  });
  const next = join(bench, "node_modules/next/dist/bin/next");
  const env = { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
  const done = spawnSync(node, [next, "build"], { cwd: app, env, encoding: "utf8" });
  if (done.status !== 0) throw new Error(`next build:\n${done.stdout}${done.stderr}`);
  return { app, next };
}
