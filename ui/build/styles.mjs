import { build } from "esbuild";
import { FIRST_FONTS, fontBytes } from "./fonts.mjs";
import { emit, ui } from "./place.mjs";
import { BROWSERS } from "./style-modules.mjs";

/** How `fonts.css` names a file of a font package. */
const FONT = /url\(["']?font:([^"')]+)["']?\)/g;

/** Addresses of the site stay as they are, and fonts are put in afterwards. */
const addresses = {
  name: "addresses",
  setup({ onResolve }) {
    onResolve({ filter: /^(\/|font:)/ }, ({ path, kind }) =>
      kind === "url-token" ? { path, external: true } : undefined,
    );
  },
};

/** The style sheet of every page, with its fonts beside it under hashed names; `common` is what the client's components add. */
export async function buildStyles(assets, common) {
  const result = await build({
    entryPoints: ["src/design/app.css"],
    absWorkingDir: ui,
    bundle: true,
    minify: true,
    write: false,
    target: BROWSERS,
    plugins: [addresses],
    logLevel: "warning",
  });
  const text = result.outputFiles[0].text.trimEnd();
  const fonts = {};
  for (const [, file] of text.matchAll(FONT)) fonts[file] ??= emit(assets, file, await fontBytes(file));
  const css = text.replace(FONT, (_, file) => `url(${fonts[file]})`) + common;
  return { style: emit(assets, "app.css", css), fonts: FIRST_FONTS.map((file) => fonts[file]) };
}
