import { readStyle } from "../style-modules.mjs";

/**
 * To a script a style module is the names of its classes, and any other style sheet is nothing. The rules travel in the
 * sheets of the pages (page-styles.mjs).
 */
export const styleNames = {
  name: "style-names",
  setup({ onLoad }) {
    onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const { names } = await readStyle(path);
      return { contents: `export default ${JSON.stringify(names)};`, loader: "js" };
    });
  },
};
