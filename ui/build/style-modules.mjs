import { readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { build } from "esbuild";

/** The oldest browsers that style sheets are written for. */
export const BROWSERS = ["chrome111", "firefox128", "safari16.4"];

export const isModule = (path) => path.endsWith(".module.css");

/**
 * What a style sheet beside a component holds: its rules, and for a module the name each local class has everywhere.
 * The names (`Line_head` for `.head` of `Line.module.css`) come of the file alone, so that server and browser agree on
 * them; two modules may not be called the same (`pageStyles` refuses that).
 */
export async function readStyle(path) {
  if (!isModule(path)) return { css: readFileSync(path, "utf8"), names: {} };
  const result = await build({
    stdin: { contents: `export { default } from "./${basename(path)}"`, resolveDir: dirname(path) },
    bundle: true,
    write: false,
    outdir: dirname(path),
    format: "esm",
    logLevel: "warning",
  });
  const text = (end) => result.outputFiles.find((file) => file.path.endsWith(end))?.text ?? "";
  const code = Buffer.from(text(".js")).toString("base64");
  const { default: names } = await import(`data:text/javascript;base64,${code}`);
  return { css: text(".css"), names };
}
