import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { CLIENT } from "../import-graph.mjs";
import { ui } from "../place.mjs";
import { withStyles } from "./page-styles.mjs";

/**
 * Whatever is loaded on demand (`lazy`) comes after the client, so it may count on all that the client holds. Saying so to the
 * bundler lets it keep the client in one file; otherwise every set of screens that share a module gets a file of its own.
 */
export const afterClient = (lazy, styles) => ({
  name: "after-client",
  setup({ onLoad }) {
    const client = JSON.stringify(join(ui, CLIENT));
    onLoad({ filter: /\/src\/.*\.tsx?$/ }, ({ path }) => {
      if (!lazy.has(relative(ui, path))) return undefined;
      const contents = `${withStyles(styles, path, readFileSync(path, "utf8"))}\nimport ${client};\n`;
      return { contents, loader: path.endsWith("x") ? "tsx" : "ts" };
    });
  },
});
