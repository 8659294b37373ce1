import { readFileSync } from "node:fs";

/** Files of packages, and what is replaced in them. */
const EDITS = {
  // Its link and form components are made by calls that a bundler must keep unless they are marked as free of effects.
  "react-router/dist/production/lib/dom/lib.js": [
    [/= (React\$\d\.forwardRef\()/g, "= /* @__PURE__ */ $1"],
    [/^(?:Link|NavLink|Form)\.displayName = .*$/gm, ""],
  ],
  // Its tracing hooks hang on an option that is never given.
  "react-router/dist/production/lib/router/router.js": [[/if \(init\.instrumentations\)/g, "if (false)"]],
  // Its mutations are never used: whatever changes something is an action (`design/forms/useAction.ts`).
  "@tanstack/query-core/build/modern/queryClient.js": [
    [
      /config\.mutationCache \|\| new MutationCache\(\)/g,
      "{ findAll: () => [], resumePausedMutations: () => Promise.resolve(), clear() {} }",
    ],
  ],
};

/** Packages without the parts this site does not use. A version that reads differently fails the build. */
export const slimPackages = {
  name: "slim-packages",
  setup({ onLoad }) {
    for (const [file, edits] of Object.entries(EDITS)) {
      onLoad({ filter: new RegExp(`node_modules/${file.replaceAll(".", "\\.")}$`) }, ({ path }) => {
        let contents = readFileSync(path, "utf8");
        for (const [from, to] of edits) {
          if (contents.search(from) < 0) throw new Error(`${path} is not as slimPackages knows it: ${from}`);
          contents = contents.replace(from, to);
        }
        return { contents, loader: "js" };
      });
    }
  },
};
