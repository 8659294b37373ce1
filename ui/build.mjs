/**
 * Builds `../bundles`: the browser's modules and styles (client/assets), the renderer's script (server/), and what the
 * server reads at start (manifest.json, routes.json). `--watch` builds again on every change.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  watch,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import vm from "node:vm";
import zlib from "node:zlib";
import { build } from "esbuild";
import { minifySync } from "rolldown/utils";
import subsetFont from "subset-font";
import { boundReact } from "./bound-react.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const out = resolve(here, "../bundles");
const require = createRequire(import.meta.url);

const REACT_STRING_RENDERER = join(
  dirname(require.resolve("react-dom/package.json")),
  "cjs/react-dom-server-legacy.browser.production.js",
);

const hash = (bytes) => createHash("sha256").update(bytes).digest("hex").slice(0, 10);

function emit(dir, name, bytes) {
  const dot = name.lastIndexOf(".");
  const file = `${name.slice(0, dot)}-${hash(bytes)}${name.slice(dot)}`;
  writeFileSync(join(dir, file), bytes);
  return `/assets/${file}`;
}

/** Evaluates a TypeScript module of ours that has no side effects. */
async function evaluate(entry) {
  const result = await build({
    entryPoints: [join(here, entry)],
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
  });
  const code = Buffer.from(result.outputFiles[0].contents).toString("base64");
  return import(`data:text/javascript;base64,${code}`);
}

/** One SVG with a symbol for every icon, and the brand mark. */
async function buildSprite(assets) {
  const { icons } = await evaluate("src/design/icons.ts");
  const escaped = (value) => String(value).replace(/&/g, "&amp;").replace(/"/g, "&quot;");
  const symbols = [];
  for (const [name, lucide] of Object.entries(icons)) {
    const file = join(here, "node_modules/lucide-react/dist/esm/icons", `${lucide}.mjs`);
    const { __iconData } = await import(pathToFileURL(file).href);
    const shapes = __iconData.node.map(([tag, attributes]) => {
      const { key: _key, ...rest } = attributes;
      return `<${tag} ${Object.entries(rest)
        .map(([attribute, value]) => `${attribute}="${escaped(value)}"`)
        .join(" ")}/>`;
    });
    symbols.push(`<symbol id="${name}" viewBox="0 0 24 24">${shapes.join("")}</symbol>`);
  }
  const logo = readFileSync(join(here, "public/logo.svg"), "utf8").replace(/^<svg[^>]*>|<\/svg>\s*$/g, "");
  symbols.push(`<symbol id="brand" viewBox="0 0 32 32">${logo}</symbol>`);
  const notice = "<!-- Icons: Lucide, ISC licence, https://lucide.dev/license -->";
  return emit(
    assets,
    "icons.svg",
    `<svg xmlns="http://www.w3.org/2000/svg">${notice}${symbols.join("")}</svg>\n`,
  );
}

/**
 * Fonts that every page loads before its words look right, cut to what those words need: the letters of western Europe,
 * the marks of running text, and the weights that the styles use. Other letters come from the `-ext` files or the system.
 */
const CUT = {
  "inter-latin-wght-normal.woff2": { wght: { min: 400, max: 700 } },
  "newsreader-latin-wght-normal.woff2": { wght: { min: 400, max: 600 } },
};

const range = (from, to) => Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at));

const WESTERN = [...range(0x20, 0x7e), ...range(0xa0, 0xff), ..."ıŒœʻʼˆ˚˜‐‑‒–—―‘’‚“”„†‡•…‰′″‹›⁄€™←↑→↓−"].join(
  "",
);

const cuts = new Map();

/** The bytes of a font; cut ones are made once a process, since it takes a second. */
function fontBytes(file) {
  const bytes = () =>
    readFileSync(join(here, "node_modules/@fontsource-variable", file.split("-")[0], "files", file));
  if (!cuts.has(file)) {
    const axes = CUT[file];
    cuts.set(
      file,
      axes === undefined
        ? Promise.resolve(bytes())
        : subsetFont(bytes(), WESTERN, { targetFormat: "woff2", variationAxes: axes }),
    );
  }
  return cuts.get(file);
}

/** Tailwind's output with fonts beside it under hashed names. */
async function buildStyles(assets) {
  const temporary = join(assets, ".app.css");
  const run = spawnSync(
    process.execPath,
    [
      join(here, "node_modules/@tailwindcss/cli/dist/index.mjs"),
      "-i",
      "src/design/app.css",
      "-o",
      temporary,
      "--minify",
    ],
    { cwd: here, encoding: "utf8" },
  );
  if (run.status !== 0) throw new Error(run.stderr || "tailwindcss failed");
  const text = readFileSync(temporary, "utf8");
  rmSync(temporary);
  const address = /url\(["']?font:([^"')]+)["']?\)/g;
  const fonts = {};
  for (const [, file] of text.matchAll(address)) fonts[file] ??= emit(assets, file, await fontBytes(file));
  const css = text.replace(address, (_, file) => `url(${fonts[file]})`);
  const preload = Object.keys(CUT).map((file) => fonts[file]);
  return { style: emit(assets, "app.css", css), fonts: preload };
}

const shared = (sprite) => ({
  bundle: true,
  minify: true,
  jsx: "automatic",
  target: "es2022",
  absWorkingDir: here,
  metafile: true,
  legalComments: "none",
  define: { "process.env.NODE_ENV": '"production"', __ICON_SPRITE__: JSON.stringify(sprite) },
  logLevel: "warning",
});

/**
 * React Router without the parts this site does not use. Its link and form components are made by calls that a bundler must
 * keep unless told that they have no effect; its tracing hooks hang on an option that is never given.
 */
const slimRouter = {
  name: "slim-router",
  setup({ onLoad }) {
    const replace = (file, edits) => {
      const filter = new RegExp(`react-router/dist/production/lib/${file}$`);
      onLoad({ filter }, ({ path }) => {
        let contents = readFileSync(path, "utf8");
        for (const [from, to] of edits) {
          if (contents.search(from) < 0) throw new Error(`${path} is not as slimRouter knows it: ${from}`);
          contents = contents.replace(from, to);
        }
        return { contents, loader: "js" };
      });
    };
    replace("dom/lib\\.js", [
      [/= (React\$\d\.forwardRef\()/g, "= /* @__PURE__ */ $1"],
      [/^(?:Link|NavLink|Form)\.displayName = .*$/gm, ""],
    ]);
    replace("router/router\\.js", [[/if \(init\.instrumentations\)/g, "if (false)"]]);
  },
};

/**
 * Whatever is loaded on demand comes after the client, so it may count on all that the client holds. Saying so to the bundler
 * lets it keep the client in one file; otherwise every set of screens that share a module gets a file of its own.
 */
const afterClient = {
  name: "after-client",
  setup({ onResolve, onLoad, resolve: find }) {
    const client = join(here, "src/entry-client.tsx");
    const lazy = new Set();
    onResolve({ filter: /^\.{1,2}\// }, async ({ path, kind, importer, resolveDir, pluginData }) => {
      if (kind !== "dynamic-import" || pluginData === afterClient) return undefined;
      const found = await find(path, { kind, importer, resolveDir, pluginData: afterClient });
      if (found.path !== client) lazy.add(found.path);
      return found;
    });
    onLoad({ filter: /\/src\/.*\.tsx?$/ }, ({ path }) => {
      if (!lazy.has(path)) return undefined;
      const contents = `${readFileSync(path, "utf8")}\nimport ${JSON.stringify(client)};\n`;
      return { contents, loader: path.endsWith("x") ? "tsx" : "ts" };
    });
  },
};

async function buildClient(client, sprite) {
  const { metafile } = await build({
    ...shared(sprite),
    entryPoints: { entry: "src/entry-boot.ts" },
    outdir: join(client, "assets"),
    format: "esm",
    splitting: true,
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    sourcemap: process.argv.includes("--watch") ? "linked" : false,
    plugins: [boundReact, slimRouter, afterClient],
  });
  const outputs = Object.entries(metafile.outputs).filter(([file]) => file.endsWith(".js"));
  const url = (file) => `/assets/${basename(file)}`;
  const find = (source) => outputs.find(([, output]) => output.entryPoint === source)?.[0];
  /** A file and what it imports. */
  const closure = (file, seen = new Set()) => {
    if (seen.has(file)) return seen;
    seen.add(file);
    for (const each of metafile.outputs[file].imports) {
      if (each.kind === "import-statement" && !each.external) closure(each.path, seen);
    }
    return seen;
  };
  const entry = find("src/entry-boot.ts");
  const initial = closure(find("src/entry-client.tsx"), closure(entry));
  return { entry, initial, closure, find, url, metafile };
}

async function buildServer(server, sprite) {
  await build({
    ...shared(sprite),
    entryPoints: { "entry-server": "src/entry-server.tsx" },
    outdir: server,
    format: "iife",
    platform: "neutral",
    mainFields: ["module", "main"],
    alias: { "react-dom-string-renderer": REACT_STRING_RENDERER },
    plugins: [boundReact],
    define: { ...shared(sprite).define, __SSR__: "true" },
    sourcemap: "external",
    // Names stay readable in a stack trace of the server's log.
    minify: false,
    minifySyntax: true,
    minifyWhitespace: true,
  });
}

/** The renderer must live on ECMAScript, URL and URLSearchParams alone: the server's realm has nothing else of the web. */
function proveBareRealm(server) {
  const realm = vm.createContext({ URL, URLSearchParams, console });
  vm.runInContext(readFileSync(join(server, "entry-server.js"), "utf8"), realm, {
    filename: "entry-server.js",
  });
  const prefs = {
    theme: "dark",
    showNSFW: false,
    hideImages: false,
    hideSubscriptionWarning: false,
    campaign: null,
  };
  const input = JSON.stringify({
    path: "/no/such/page",
    viewer: null,
    prefs,
    publicUrl: "http://localhost",
    data: {},
  });
  const [line, markup] = realm.dramatisRender(input).split("\n", 2);
  if (JSON.parse(line).status !== 404 || !markup.includes("<h1"))
    throw new Error("The renderer's trial page came out wrong");
}

/** Page id to source file, as `pages.client.ts` says it. */
function pageSources() {
  const text = readFileSync(join(here, "src/app/pages.client.ts"), "utf8");
  const found = {};
  for (const [, id, path] of text.matchAll(/(\w+): \(\) => import\("\.\.\/(.+)"\)/g))
    found[id] = `src/${path}.tsx`;
  return found;
}

/** Icons by the kind the server links them as. Files of `public/` keep their names and are served from the root. */
const ICONS = {
  svg: "/favicon.svg",
  png: "/icon-192.png",
  apple: "/apple-touch-icon.png",
  manifest: "/site.webmanifest",
};

/** A second minifier finds what the first leaves: three percent of what travels. */
function tighten(assets) {
  for (const file of readdirSync(assets)) {
    if (!file.endsWith(".js")) continue;
    const path = join(assets, file);
    const { code, errors } = minifySync(file, readFileSync(path, "utf8"), {
      module: true,
      compress: { target: "es2022" },
      mangle: { toplevel: true },
      codegen: { removeWhitespace: true },
    });
    if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
    writeFileSync(path, code);
  }
}

function compress(assets) {
  const quality = process.argv.includes("--watch") ? 4 : 11;
  for (const file of readdirSync(assets)) {
    if (!/\.(js|css|svg)$/.test(file)) continue;
    const bytes = readFileSync(join(assets, file));
    const br = zlib.brotliCompressSync(bytes, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: quality } });
    writeFileSync(join(assets, `${file}.br`), br);
    if (zlib.zstdCompressSync !== undefined) {
      const level = { [zlib.constants.ZSTD_c_compressionLevel]: quality === 11 ? 19 : 3 };
      writeFileSync(join(assets, `${file}.zst`), zlib.zstdCompressSync(bytes, { params: level }));
    }
  }
}

async function buildAll() {
  const started = performance.now();
  const next = join(out, `.next-${process.pid}`);
  const client = join(next, "client");
  const server = join(next, "server");
  const assets = join(client, "assets");
  for (const dir of [assets, server]) mkdirSync(dir, { recursive: true });
  cpSync(join(here, "public"), client, { recursive: true });

  const sprite = await buildSprite(assets);
  const { style, fonts } = await buildStyles(assets);
  const [built] = await Promise.all([buildClient(client, sprite), buildServer(server, sprite)]);
  proveBareRealm(server);
  if (!process.argv.includes("--watch")) tighten(assets);
  compress(assets);

  const { routes } = await evaluate("src/app/routes.ts");
  const sources = pageSources();
  const routeChunks = {};
  for (const { id, page } of routes) {
    if (page === undefined) continue;
    const chunk = built.find(sources[page]);
    if (chunk === undefined) throw new Error(`The page ${page} has no chunk`);
    routeChunks[id] = [...built.closure(chunk)].filter((file) => !built.initial.has(file)).map(built.url);
  }
  const rows = routes.map(({ page: _page, ...row }) => row);
  const manifest = {
    buildId: hash(
      JSON.stringify([built.entry, style, readFileSync(join(server, "entry-server.js"), "utf8")]),
    ),
    entry: built.url(built.entry),
    styles: [style],
    modulepreload: [...built.initial].filter((file) => file !== built.entry).map(built.url),
    fontPreload: fonts,
    routeChunks,
    icons: { ...ICONS, sprite },
  };
  writeFileSync(join(next, "routes.json"), `${JSON.stringify(rows, null, 1)}\n`);
  writeFileSync(join(next, "manifest.json"), `${JSON.stringify(manifest, null, 1)}\n`);
  // Everything is ready: it takes the place of the last build in one go.
  for (const name of ["client", "server", "routes.json", "manifest.json"]) {
    rmSync(join(out, name), { recursive: true, force: true });
    renameSync(join(next, name), join(out, name));
  }
  rmSync(next, { recursive: true });
  report(join(out, "client/assets"), { built, style, routes, routeChunks }, performance.now() - started);
}

/** Script a first visit to a screen that is open to everyone loads, in brotli bytes. */
const SCRIPT_BUDGET = 120 * 1024;

function report(assets, { built, style, routes, routeChunks }, ms) {
  const size = (url) => {
    const file = join(assets, basename(url));
    return existsSync(`${file}.br`) ? readFileSync(`${file}.br`).length : 0;
  };
  const total = (urls) => urls.reduce((sum, url) => sum + size(url), 0);
  const kb = (bytes) => `${(bytes / 1024).toFixed(1)} KB`;
  const initial = total([...built.initial].map(built.url));
  const [worst] = routes
    .filter(({ id, guard }) => guard === "none" && routeChunks[id] !== undefined)
    .map(({ id }) => ({ id, bytes: initial + total(routeChunks[id]) }))
    .sort((a, b) => b.bytes - a.bytes);
  console.log(
    `ui: built in ${Math.round(ms)} ms; script ${kb(initial)} br, with a screen at most ${kb(worst.bytes)} (${worst.id}), styles ${kb(size(style))} br → ${relative(process.cwd(), out)}`,
  );
  if (worst.bytes > SCRIPT_BUDGET && !process.argv.includes("--watch")) {
    throw new Error(`The script of ${worst.id} is over its budget of ${kb(SCRIPT_BUDGET)}`);
  }
}

await buildAll();

if (process.argv.includes("--watch")) {
  let waiting;
  watch(join(here, "src"), { recursive: true }, () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => buildAll().catch((error) => console.error(error.message)), 120);
  });
  console.log("ui: watching src");
}
