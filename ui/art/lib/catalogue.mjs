// Reads the starter texts and keeps only what a picture depends on.
import { readdirSync, readFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { parse } from "smol-toml";

const FALLBACK = ["#10243a", "#f0d9a8", "#c8674a"];
const HEX = /^#[0-9a-f]{6}$/i;
const NAME = /^[A-Za-z0-9_-]{1,64}$/;

const colours = (list) => (Array.isArray(list) && list.length >= 3 && list.slice(0, 3).every((c) => HEX.test(c)) ? list.slice(0, 3) : FALLBACK);

/** Number words from twenty to ninety, in the catalogue's languages, and the years they stand for. */
const TENS = [
  [20, "twenty|zwanzig|vingt|veinti\\p{L}*|veinte|vinte|двадцать"], [30, "thirty|dreißig|trente|treinta|trinta|тридцать"], [40, "forty|vierzig|quarante|cuarenta|quarenta|сорок"],
  [50, "fifty|fünfzig|cinquante|cincuenta|cinquenta|пятьдесят"], [60, "sixty|sechzig|soixante|sesenta|sessenta|шестьдесят"], [70, "seventy|siebzig|setenta|семьдесят"],
  [80, "eighty|achtzig|quatre-vingts?|ochenta|oitenta|восемьдесят"], [90, "ninety|neunzig|noventa|девяносто"],
].map(([years, words]) => [years, new RegExp(`(?<![\\p{L}])\\p{L}*(?:${words})`, "iu")]);

/** Roughly how old somebody is by what was written about them; null where nothing says so. */
export function yearsIn(text) {
  const digits = /(?<!\d)(1[89]|[2-9]\d)(?!\d)/u.exec(text);
  if (digits) return Number(digits[1]);
  const units = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"].findIndex((unit) => new RegExp(`ty-${unit}(?!\\p{L})`, "iu").test(text)) + 1;
  const found = TENS.map(([years, pattern]) => [pattern.exec(text)?.index ?? Number.POSITIVE_INFINITY, years]).sort(([a], [b]) => a - b)[0];
  return Number.isFinite(found[0]) ? found[1] + units : null;
}

const cast = (actors, slug) =>
  (actors ?? []).map((a, i) => ({
    name: String(a.name ?? ""),
    role: String(a.role ?? ""),
    // `figure` says outright what the portrait shows; without it the prose is read for hints.
    about: a.figure ? String(a.figure) : `${a.description ?? ""} ${a.persona ?? a.personality ?? ""}`,
    told: Boolean(a.figure),
    years: yearsIn(`${a.grown ?? ""} ${a.description ?? ""}`),
    seed: String(a.seed ?? `${slug}-${i + 1}`),
  }));

function tomlFiles(dir) {
  if (!existsSync(dir)) return [];
  return readdirSync(dir).filter((f) => f.endsWith(".toml")).sort().map((f) => join(dir, f));
}

function read(file, problems) {
  try {
    return parse(readFileSync(file, "utf8"));
  } catch (error) {
    problems.push(`${file}: ${error.message.split("\n")[0]}`);
    return null;
  }
}

/** { jobs, problems }: one job for each scenario, card and author, in a stable order. */
export function load(root) {
  const problems = [];
  const jobs = [];
  const add = (kind, folder, doc, file) => {
    const slug = doc.slug ?? "";
    if (!NAME.test(slug)) return problems.push(`${file}: slug ${JSON.stringify(slug)} is not a file name`);
    const card = doc.card ?? doc;
    const actors = cast(doc.actors ?? (kind === "card" ? [{ name: doc.name ?? card.name, role: doc.role ?? doc.tagline, description: doc.description ?? card.description, personality: typeof card.personality === "string" ? card.personality : "", seed: doc.seed ?? doc.look?.seed ?? slug }] : []), slug);
    jobs.push({
      kind, dir: `${folder}${slug}`, slug, genre: String(doc.genre ?? ""), tags: (doc.tags ?? []).map(String),
      palette: colours(doc.look?.palette), motif: String(doc.look?.motif ?? ""), prop: String(doc.look?.prop ?? ""), title: `${doc.name ?? ""} ${doc.tagline ?? ""}`, text: `${doc.name ?? ""} ${doc.tagline ?? ""} ${doc.setting ?? ""}`, actors,
    });
  };
  for (const f of tomlFiles(join(root, "scenarios"))) {
    const doc = read(f, problems);
    if (doc) add("scenario", "", doc, f);
  }
  for (const f of tomlFiles(join(root, "cards"))) {
    const doc = read(f, problems);
    if (doc) add("card", "cards/", doc, f);
  }
  const authors = join(root, "authors.toml");
  if (existsSync(authors)) {
    const doc = read(authors, problems);
    for (const a of doc?.authors ?? []) {
      if (!NAME.test(a.authorname ?? "")) problems.push(`${authors}: authorname ${JSON.stringify(a.authorname)} is not a file name`);
      else jobs.push({ kind: "author", dir: "authors", slug: a.authorname, genre: "", tags: [], palette: colours(a.palette), motif: "", text: "", actors: [{ name: String(a.name ?? a.authorname), role: "author", about: String(a.figure ?? a.bio ?? ""), told: Boolean(a.figure), seed: `author/${a.authorname}` }] });
    }
  }
  return { jobs, problems };
}
