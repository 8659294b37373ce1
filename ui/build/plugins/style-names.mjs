import { readStyle } from "../style-modules.mjs";

/** An enum, because its members are written in where they are used: no script carries a table of names. */
const asEnum = (names) =>
  `enum classes ${JSON.stringify(names).replaceAll('":', '"=')}\nexport { classes as default };`;

/**
 * To a script a style module is the names of its classes, and any other style sheet is nothing. The rules travel in the
 * sheets of the pages (page-styles.mjs).
 */
export const styleNames = {
  name: "style-names",
  setup({ onLoad }) {
    onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const { names } = await readStyle(path);
      return { contents: asEnum(names), loader: "ts" };
    });
  },
};
