import { readFileSync } from "node:fs";

/** Files of React Router, and what is replaced in them. */
const EDITS = {
  "dom/lib\\.js": [
    [/= (React\$\d\.forwardRef\()/g, "= /* @__PURE__ */ $1"],
    [/^(?:Link|NavLink|Form)\.displayName = .*$/gm, ""],
  ],
  "router/router\\.js": [[/if \(init\.instrumentations\)/g, "if (false)"]],
};

/**
 * React Router without the parts this site does not use. Its link and form components are made by calls that a bundler must
 * keep unless told that they have no effect; its tracing hooks hang on an option that is never given. A version that reads
 * differently fails the build.
 */
export const slimRouter = {
  name: "slim-router",
  setup({ onLoad }) {
    for (const [file, edits] of Object.entries(EDITS)) {
      onLoad({ filter: new RegExp(`react-router/dist/production/lib/${file}$`) }, ({ path }) => {
        let contents = readFileSync(path, "utf8");
        for (const [from, to] of edits) {
          if (contents.search(from) < 0) throw new Error(`${path} is not as slimRouter knows it: ${from}`);
          contents = contents.replace(from, to);
        }
        return { contents, loader: "js" };
      });
    }
  },
};
