import { build } from "esbuild";
import { styleNames } from "./plugins/style-names.mjs";
import { shared } from "./shared.mjs";

export const CLIENT = "src/entry-client.tsx";

/** All sources with what they import, by path from `ui/`: what the build must know before it writes anything. */
export async function readImports(pages) {
  const { metafile } = await build({
    ...shared(""),
    entryPoints: [CLIENT, ...pages],
    outdir: "unwritten",
    write: false,
    format: "esm",
    plugins: [styleNames],
    external: ["react", "react/*", "react-dom", "react-dom/*", "react-dom-string-renderer"],
  });
  return metafile.inputs;
}

/** The sources that somebody loads on demand. */
export function loadedOnDemand(inputs) {
  const imports = Object.values(inputs).flatMap((input) => input.imports);
  return new Set(imports.filter(({ kind }) => kind === "dynamic-import").map(({ path }) => path));
}
