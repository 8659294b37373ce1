import { basename, join, parse } from "node:path";
import { transform } from "esbuild";
import { CLIENT } from "./import-graph.mjs";
import { emit, ui } from "./place.mjs";
import { isModule, readStyle } from "./style-modules.mjs";

/** The browsers that Tailwind writes for. */
const TARGET = ["chrome111", "firefox128", "safari16.4"];

/** The style sheets a source brings, in the order in which it imports them; on demand too, unless `now`. */
function stylesOf(inputs, source, { now = false } = {}, seen = new Set()) {
  if (seen.has(source)) return [];
  seen.add(source);
  const own = source.endsWith(".css") ? [source] : [];
  const imported = (inputs[source]?.imports ?? [])
    .filter(({ kind, external }) => !external && !(now && kind === "dynamic-import"))
    .flatMap(({ path }) => stylesOf(inputs, path, { now }, seen));
  return [...imported, ...own];
}

function refuseNamesakes(files) {
  const seen = new Map();
  for (const file of files.filter(isModule)) {
    const other = seen.get(basename(file));
    if (other !== undefined) throw new Error(`${other} and ${file} give their classes the same names`);
    seen.set(basename(file), file);
  }
}

/** Style sheets in groups that the same pages need, those of most pages first: nobody loads a rule twice, or in vain. */
function grouped(needs) {
  const groups = new Map();
  for (const file of new Set([...needs.values()].flat())) {
    const pages = [...needs.keys()].filter((page) => needs.get(page).includes(file));
    const key = pages.join();
    const group = groups.get(key) ?? { pages, files: [] };
    group.files.push(file);
    groups.set(key, group);
  }
  return [...groups.values()].sort((a, b) => b.pages.length - a.pages.length);
}

async function minified(files) {
  const texts = await Promise.all(files.map(async (file) => (await readStyle(join(ui, file))).css));
  const { code } = await transform(texts.join(""), { loader: "css", minify: true, target: TARGET });
  return code;
}

/**
 * Writes the style sheets that pages bring, and says which each page's source needs. What the client itself imports is needed
 * by every page: it comes back as `common`.
 */
export async function buildPageStyles(assets, inputs, pages) {
  const client = stylesOf(inputs, CLIENT, { now: true });
  const needs = new Map(
    pages.map((page) => [page, stylesOf(inputs, page).filter((file) => !client.includes(file))]),
  );
  refuseNamesakes(
    [...client, ...[...needs.values()].flat()].filter((file, at, all) => all.indexOf(file) === at),
  );
  const byPage = new Map(pages.map((page) => [page, []]));
  for (const group of grouped(needs)) {
    const name = group.pages.length > 1 ? "pages" : parse(group.pages[0]).name;
    const sheet = emit(assets, `${name}.css`, await minified(group.files));
    for (const page of group.pages) byPage.get(page).push(sheet);
  }
  return { common: client.length > 0 ? await minified(client) : "", byPage };
}
