import { relative, resolve } from "node:path";
import { evaluate } from "./evaluate.mjs";
import { ui } from "./place.mjs";

/** In place of each page a module with the path of its source. */
const whereFrom = {
  name: "where-from",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\.\.\/features\// }, ({ path, resolveDir }) => ({
      path: resolve(resolveDir, path),
      namespace: "where-from",
    }));
    onLoad({ filter: /.*/, namespace: "where-from" }, ({ path }) => ({
      contents: `export const source = ${JSON.stringify(`${relative(ui, path)}.tsx`)};`,
    }));
  },
};

/** The route table, each row with the source of its page in the browser, if it has one; and all sources of pages. */
export async function readRoutes() {
  const { routes } = await evaluate("src/app/routes.ts");
  const { pageLoaders } = await evaluate("src/app/pages.client.ts", [whereFrom]);
  const { pages: rendered } = await evaluate("src/app/pages.server.ts", [whereFrom]);
  const sources = {};
  for (const [id, load] of Object.entries(pageLoaders)) sources[id] = (await load()).source;
  return {
    routes: routes.map(({ page, ...row }) => ({ row, source: sources[page] })),
    pages: [...new Set([...Object.values(sources), ...Object.values(rendered).map(({ source }) => source)])],
  };
}
