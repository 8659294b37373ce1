import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { FIRST_FONTS, fontBytes } from "./fonts.mjs";
import { emit, ui } from "./place.mjs";

const TAILWIND = join(ui, "node_modules/@tailwindcss/cli/dist/index.mjs");

/** How `fonts.css` names a file of a font package. */
const FONT = /url\(["']?font:([^"')]+)["']?\)/g;

function tailwind(from, to) {
  const run = spawnSync(process.execPath, [TAILWIND, "-i", from, "-o", to, "--minify"], {
    cwd: ui,
    encoding: "utf8",
  });
  if (run.status !== 0) throw new Error(run.stderr || "tailwindcss failed");
}

/** The style sheet of every page, with its fonts beside it under hashed names; `common` is what the client's components add. */
export async function buildStyles(assets, common) {
  const temporary = join(assets, ".app.css");
  tailwind("src/design/app.css", temporary);
  const text = readFileSync(temporary, "utf8");
  rmSync(temporary);
  const fonts = {};
  for (const [, file] of text.matchAll(FONT)) fonts[file] ??= emit(assets, file, await fontBytes(file));
  const css = text.replace(FONT, (_, file) => `url(${fonts[file]})`) + common;
  return { style: emit(assets, "app.css", css), fonts: FIRST_FONTS.map((file) => fonts[file]) };
}
