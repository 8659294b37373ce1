import { basename, join } from "node:path";
import { build } from "esbuild";
import { CLIENT } from "./import-graph.mjs";
import { afterClient } from "./plugins/after-client.mjs";
import { boundReact } from "./plugins/bound-react.mjs";
import { slimPackages } from "./plugins/slim-packages.mjs";
import { styleNames } from "./plugins/style-names.mjs";
import { shared } from "./shared.mjs";

/** The address of a file that esbuild wrote. */
export const url = (file) => `/assets/${basename(file)}`;

/** How modules depend on each other, from esbuild's description of its output. */
function graph(metafile, boot) {
  const outputs = Object.entries(metafile.outputs).filter(([file]) => file.endsWith(".js"));
  /** The file a source became. */
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
  const entry = find(boot);
  const initial = closure(find(CLIENT), closure(entry));
  /** What a source loaded on demand brings besides what every page has. */
  const onDemand = (source) => {
    const chunk = find(source);
    if (chunk === undefined) throw new Error(`${source} has no chunk`);
    return [...closure(chunk)].filter((file) => !initial.has(file)).map(url);
  };
  return { entry: url(entry), initial: [...initial].map(url), onDemand };
}

/** The browser's modules: a small first script, the client, and what pages load on demand. */
export async function buildClient(client, { sprite, lazy, styles, dev }) {
  const boot = dev ? "build/dev/entry-boot.ts" : "src/entry-boot.ts";
  const options = shared(sprite);
  const { metafile } = await build({
    ...options,
    entryPoints: { entry: boot },
    outdir: join(client, "assets"),
    format: "esm",
    splitting: true,
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    define: { ...options.define, __SSR__: "false", ...(dev && { __DEV_BUILD__: JSON.stringify(dev) }) },
    sourcemap: dev ? "linked" : false,
    plugins: [boundReact, slimPackages, styleNames, afterClient(lazy, styles)],
  });
  return graph(metafile, boot);
}
