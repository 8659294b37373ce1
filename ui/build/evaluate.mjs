import { join } from "node:path";
import { build } from "esbuild";
import { ui } from "./place.mjs";

/** Evaluates a TypeScript module of `src` without side effects: the build reads from the source what it must know. */
export async function evaluate(entry, plugins = []) {
  const result = await build({
    entryPoints: [join(ui, entry)],
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    plugins,
  });
  const code = Buffer.from(result.outputFiles[0].contents).toString("base64");
  return import(`data:text/javascript;base64,${code}`);
}
