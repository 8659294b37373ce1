import { basename, join, parse } from "node:path";
import { transform } from "esbuild";
import { CLIENT } from "./import-graph.mjs";
import { emit, ui } from "./place.mjs";
import { BROWSERS, isModule, readStyle } from "./style-modules.mjs";

/** Where what components bring stands in the cascade: after the reset, before what hides and a person's own styles (app.css). */
const LAYER = "components";

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

/** So few bytes of rules that several pages share are not worth a request: every page loads them with what it has anyway. */
const NO_SHEET = 2_048;

async function minified(files) {
  const texts = await Promise.all(files.map(async (file) => (await readStyle(join(ui, file))).css));
  const css = `@layer ${LAYER} {\n${texts.join("")}\n}`;
  const { code } = await transform(css, { loader: "css", minify: true, target: BROWSERS });
  return code;
}

/**
 * Writes the style sheets that pages bring, and returns which each page's source needs. What the client itself imports
 * is needed by every page: it comes back as `common`, with what is too little for a sheet of its own.
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
  const common = [...client];
  for (const group of grouped(needs)) {
    const shared = group.pages.length > 1;
    const rules = await minified(group.files);
    if (shared && rules.length < NO_SHEET) {
      common.push(...group.files);
      continue;
    }
    const sheet = emit(assets, `${shared ? "pages" : parse(group.pages[0]).name}.css`, rules);
    for (const page of group.pages) byPage.get(page).push(sheet);
  }
  return { common: common.length > 0 ? await minified(common) : "", byPage };
}
