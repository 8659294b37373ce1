import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { CLIENT } from "../import-graph.mjs";
import { ui } from "../place.mjs";
import { withDirectImports } from "./direct-imports.mjs";
import { withStyles } from "./page-styles.mjs";

/**
 * Whatever is loaded on demand (`lazy`) comes after the client, so it may count on all that the client holds. Saying so to the
 * bundler lets it keep the client in one file; otherwise every set of screens that share a module gets a file of its own.
 * A plugin's answer for a file is final, so this one makes the other changes to a source as well.
 */
export const afterClient = (lazy, styles) => ({
  name: "after-client",
  setup({ onLoad }) {
    const client = JSON.stringify(join(ui, CLIENT));
    onLoad({ filter: /\/src\/.*\.tsx?$/ }, ({ path }) => {
      const source = withDirectImports(path, readFileSync(path, "utf8"));
      const contents = lazy.has(relative(ui, path))
        ? `${withStyles(styles, path, source)}\nimport ${client};\n`
        : source;
      return { contents, loader: path.endsWith("x") ? "tsx" : "ts" };
    });
  },
});
