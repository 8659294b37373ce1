import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { evaluate } from "./evaluate.mjs";
import { emit, ui } from "./place.mjs";

const NOTICE = "<!-- Icons: Lucide, ISC licence, https://lucide.dev/license -->";

const escaped = (value) => String(value).replace(/&/g, "&amp;").replace(/"/g, "&quot;");

/** The shapes of an icon of Lucide as markup. */
async function shapes(lucide) {
  const file = join(ui, "node_modules/lucide-react/dist/esm/icons", `${lucide}.mjs`);
  const { __iconData } = await import(pathToFileURL(file).href);
  const tags = __iconData.node.map(([tag, attributes]) => {
    const { key: _key, ...rest } = attributes;
    return `<${tag} ${Object.entries(rest)
      .map(([attribute, value]) => `${attribute}="${escaped(value)}"`)
      .join(" ")}/>`;
  });
  return tags.join("");
}

/** One SVG with a symbol for every icon, and the brand mark: a page refers to them, and loads the file once. */
export async function buildSprite(assets) {
  const { icons } = await evaluate("src/design/icons.ts");
  const symbols = [];
  for (const [name, lucide] of Object.entries(icons)) {
    symbols.push(`<symbol id="${name}" viewBox="0 0 24 24">${await shapes(lucide)}</symbol>`);
  }
  const logo = readFileSync(join(ui, "public/logo.svg"), "utf8").replace(/^<svg[^>]*>|<\/svg>\s*$/g, "");
  symbols.push(`<symbol id="brand" viewBox="0 0 32 32">${logo}</symbol>`);
  return emit(
    assets,
    "icons.svg",
    `<svg xmlns="http://www.w3.org/2000/svg">${NOTICE}${symbols.join("")}</svg>\n`,
  );
}
