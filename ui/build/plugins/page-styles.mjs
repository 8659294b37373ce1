import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { ui } from "../place.mjs";

/** A page's source with its style sheets as the export `styles`, which `PageModule` knows; any other source as it is. */
export function withStyles(styles, path, source) {
  const sheets = styles.get(relative(ui, path)) ?? [];
  return sheets.length === 0 ? source : `${source}\nexport const styles = ${JSON.stringify(sheets)};`;
}

/** Gives each page the list of its style sheets. */
export const pageStyles = (styles) => ({
  name: "page-styles",
  setup({ onLoad }) {
    onLoad({ filter: /\/src\/features\/.*\.tsx$/ }, ({ path }) =>
      styles.has(relative(ui, path))
        ? { contents: withStyles(styles, path, readFileSync(path, "utf8")), loader: "tsx" }
        : undefined,
    );
  },
});
