import { require, ui } from "../place.mjs";

/**
 * React comes as CommonJS, which modules read through getters: one more call for every element and every hook. What it exports
 * never changes, so each name is read once.
 */
export const boundReact = {
  name: "bound-react",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^react(\/jsx-runtime)?$/ }, ({ path, kind }) =>
      kind === "import-statement" ? { path, namespace: "bound-react" } : undefined,
    );
    onLoad({ filter: /.*/, namespace: "bound-react" }, ({ path }) => {
      const names = Object.keys(require(path)).filter((name) => /^\w+$/.test(name));
      // Marked as free of effects, so that what nobody imports is left out.
      const exports = names.map((name) => `export const ${name} = /* @__PURE__ */ (() => react.${name})();`);
      const contents = [`const react = require("${path}");`, ...exports, "export default react;"].join("\n");
      return { contents, resolveDir: ui };
    });
  },
};
